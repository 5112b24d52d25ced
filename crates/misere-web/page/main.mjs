// The page below one element: its state, its keys, and what all views share.

import { NoToken } from './ask.mjs';
import { board } from './board.mjs';
import { Busy } from './busy.mjs';
import { cardButton, cardContent } from './cards.mjs';
import { compare } from './compare.mjs';
import { copyMenu } from './copy.mjs';
import { form } from './form.mjs';
import { Frame, TITLES } from './frame.mjs';
import { order } from './order.mjs';
import { Panel } from './panel.mjs';
import { play, takenBack } from './play.mjs';
import { mentions } from './rules.mjs';
import { tidy, VIEWS, walk } from './state.mjs';
import { typeset, typesetSentence } from './typeset.mjs';

const SHOW = { board, form, compare, order, play };

/** Forms longer than this are described by their size. */
const LONGEST = 1500;
/** How many forms are kept for a diagram of the nodes just seen. */
const MOST_SEEN = 60;

/** An answer that is none: an error of the engine. */
class Refused extends Error {
  constructor(answer) {
    super(answer.message ?? `not known: ${answer.tried}`);
    this.answer = answer;
  }
}

let mounted = 0;

/**
 * Builds the page inside of `root`, and touches nothing outside of it.
 *
 * `ask(question, {signal, progress})` answers; `state` is where to begin; `changed(state, push)` hears of each
 * change, `push` saying whether it is one to come back to. `undo` and `redo` are offered if they are given,
 * `address(state)` is the address to copy, `refused()` is called when the token is missing.
 * The answer has `set(change)`, for whoever changes the state from outside, and `stop()`.
 */
export function mount(root, { ask, state, changed = () => {}, undo, redo, address = () => '', refused = () => {} }) {
  const page = new Page(root, { ask, changed, undo, redo, address, refused }, tidy(state));
  page.render();
  return { set: change => page.replace(change), stop: () => page.stop() };
}

class Page {
  #root;
  #outside;
  #state;
  #panel;
  #frame;
  #copy;
  #busy = new Busy(() => this.#cancel());
  #rendering = new AbortController();
  #seen = [];
  /** What the menu copies. */
  #subject = null;
  #onkey = event => this.#key(event);

  constructor(root, outside, state) {
    this.#root = root;
    this.#outside = outside;
    this.#state = state;
    this.#panel = new Panel(`misere-${(mounted += 1)}`);
    this.#copy = copyMenu(() => ({ ctx: this.#context(this.#rendering.signal), subject: this.#subject }));
    const toggleSigns = () => this.#set({ signs: this.#state.signs === 'bar' ? 'minus' : 'bar' }, { push: false });
    this.#frame = new Frame(root, {
      panel: this.#panel.node,
      busy: this.#busy.node,
      copy: this.#copy.node,
      choose: view => this.#set({ view }),
      toggleSigns,
      undo: outside.undo,
      redo: outside.redo,
    });
    root.classList.add('misere');
    root.addEventListener('keydown', this.#onkey);
  }

  stop() {
    this.#rendering.abort();
    this.#root.removeEventListener('keydown', this.#onkey);
    this.#root.classList.remove('misere');
    this.#root.replaceChildren();
  }

  /** Another state from outside, of which nobody need be told. */
  replace(change) {
    this.#state = tidy({ ...this.#state, ...change });
    this.render();
  }

  #set(change, { push = true, focus = null } = {}) {
    this.#state = tidy({ ...this.#state, ...change });
    this.#outside.changed(this.#state, push);
    this.render(focus);
  }

  /** Builds the view anew; what was computed before stays, dimmed, until its successor is there. */
  render(focus = null) {
    this.#rendering.abort();
    this.#rendering = new AbortController();
    const { view } = this.#state,
      { signal } = this.#rendering;
    this.#frame.mark(this.#state);
    this.#panel.show(view, TITLES[view], slot => SHOW[view](this.#context(signal, slot)), focus);
  }

  /** What views work with. Their questions are given up with `signal`. */
  #context(signal, slot) {
    const pen = { bars: this.#state.signs === 'bar' };
    const must = async question => {
      const answer = await this.#ask(question, signal);
      if (!answer.ok || answer.known === false) throw new Refused(answer);
      return answer;
    };
    return {
      state: this.#state,
      set: (change, options) => this.#set(change, options),
      // Questions: `must` throws what is no answer, `askAlone` has a signal of its own.
      ask: question => this.#ask(question, signal),
      askAlone: (question, alone) => this.#ask(question, alone),
      must,
      // Work: `fill` puts its result into a slot, `run` puts its error into the status line.
      slot,
      fill: (place, work) => this.#panel.fill(place, work, signal),
      run: work => this.#run(work, signal),
      // Print.
      pen: () => pen,
      G: (text, options = {}) => typeset(text, { ...pen, ...options }),
      sentence: text => typesetSentence(text, pen),
      card: name => cardButton(name, chosen => this.#frame.dialog(cardContent(chosen))),
      dialog: nodes => this.#frame.dialog(nodes),
      say: text => this.#frame.say(text),
      // What is copied, and what was seen.
      copies: subject => {
        this.#subject = subject;
      },
      address: () => this.#outside.address(this.#state),
      seen: forms => this.#remember(forms),
      recent: () => [...this.#seen],
    };
  }

  /** Asks with the usual limit for forms (`longest: null` asks without), and with the rules that are spoken of. */
  async #ask({ longest = LONGEST, ...question }, signal) {
    const { rules } = this.#state;
    const full = longest === null ? question : { ...question, longest };
    if (!full.rules && mentions(question, rules)) full.rules = [rules];
    signal.throwIfAborted();
    this.#busy.begin();
    try {
      return await this.#outside.ask(full, { signal, progress: how => !signal.aborted && this.#busy.say(how) });
    } catch (error) {
      if (error instanceof NoToken) this.#outside.refused();
      throw error;
    } finally {
      this.#busy.end();
    }
  }

  async #run(work, signal) {
    try {
      await work();
    } catch (error) {
      if (!signal.aborted) this.#frame.say(error.message);
    }
  }

  #cancel() {
    this.#rendering.abort();
    this.#panel.giveUp(() => this.render());
    this.#frame.say('cancelled');
  }

  #remember(forms) {
    const fresh = forms.filter(text => typeof text === 'string');
    this.#seen = [...new Set([...this.#seen.filter(text => !fresh.includes(text)), ...fresh])].slice(-MOST_SEEN);
  }

  #key(event) {
    const typing = /^(INPUT|TEXTAREA|SELECT)$/.test(event.target.tagName);
    if (event.defaultPrevented || typing || event.altKey || this.#frame.hasDialog) return;
    const action = event.ctrlKey || event.metaKey ? this.#historyKey(event) : this.#plainKey(event.key.toLowerCase());
    if (!action) return;
    event.preventDefault();
    action();
  }

  #historyKey({ key, shiftKey }) {
    const { undo, redo } = this.#outside;
    if (key.toLowerCase() === 'y') return redo;
    return key.toLowerCase() === 'z' ? (shiftKey ? redo : undo) : null;
  }

  #plainKey(key) {
    const view = VIEWS[Number(key) - 1];
    if (view) return () => this.#set({ view });
    return { c: () => this.#copy.open(), '?': () => this.#frame.help(), backspace: () => this.#back() }[key];
  }

  #back() {
    const { view, path, here, form: at, record } = this.#state;
    if (view === 'board' && here > 0) this.#set(walk.back(path, here), { focus: 'middle' });
    else if (view === 'form' && at > 0) this.#set({ form: at - 1 }, { focus: 'middle' });
    else if (view === 'play' && record.length > 1) this.#set({ record: takenBack(this.#state) });
  }
}
