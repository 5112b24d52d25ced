use std::time::Duration;

use misere::Limits;

use super::*;
use crate::repl::line::is_incomplete;

/// The responses to all lines, errors too.
fn session(work: &Workspace, lines: &[&str]) -> Vec<String> {
    let mut worksheet = Worksheet::new(work, Style::Unicode);
    lines.iter().map(|line| reply(&mut worksheet, line)).collect()
}

fn reply(worksheet: &mut Worksheet, line: &str) -> String {
    let response = worksheet.respond(line);
    let error = response.error.map(|error| format!("error: {error}"));
    response.lines.into_iter().chain(error).collect::<Vec<_>>().join("\n")
}

fn scratch(name: &str) -> PathBuf {
    let directory = std::env::temp_dir().join(format!("misere-worksheet-{}", std::process::id()));
    std::fs::create_dir_all(&directory).unwrap();
    directory.join(name)
}

/// The guide has blocks of prompts, inputs and answers; all blocks are one session.
#[test]
fn the_session_of_the_guide_happens_as_it_is_told() {
    let guide = include_str!("../../../../../../docs/guide/worksheet-session.md");
    let work = Workspace::new();
    let mut worksheet = Worksheet::new(&work, Style::Unicode);
    let blocks = guide.split("```worksheet\n").skip(1);
    let blocks = blocks.map(|block| block.split_once("```").unwrap().0);
    let mut lines = blocks.flat_map(str::lines).peekable();
    let mut inputs = 0;
    while let Some(line) = lines.next() {
        let (prompt, input) = line.split_once("> ").unwrap();
        let modulus = worksheet.modulus().map_or(String::new(), |modulus| format!(" mod {modulus}"));
        assert_eq!(prompt, format!("misere{modulus}"));
        let mut input = input.to_owned();
        while is_incomplete(&input) {
            input = format!("{input}\n{}", lines.next().unwrap());
        }
        let mut told = Vec::new();
        while let Some(line) = lines.next_if(|line| !line.starts_with("misere")) {
            told.push(line);
        }
        let response = worksheet.respond(&input);
        let error = response.error.unwrap_or_default();
        let said: Vec<&str> = response.lines.iter().map(String::as_str).chain(error.lines()).collect();
        assert_eq!(said, told, "{input}");
        inputs += 1;
    }
    assert!(inputs > 10);
}

#[test]
fn an_afternoon() {
    let work = Workspace::new();
    let replies = session(
        &work,
        &[
            "G := {0,*|*}",
            "simplest(G, D)",
            "latex",
            "draw",
            "modulo D",
            "G > 0; {*|0,*} < 0",
            "why",
            "names",
            "latex(G)",
            "latex [G, 0]",
            "hasse [0, *, {*|*}, {0,*|0}]",
        ],
    );
    assert_eq!(
        replies,
        [
            "G := {0,*|*}",
            "{0,■|*}",
            r"\{0,\blacksquare \mid *\}",
            "    ●\n╭─┬─┴─╮\n■ ●   ●\n    ╭─┴─╮\n    ●   ●",
            "modulo D",
            "true\ntrue",
            "{*|0,*} ≱ 0 modulo D: with X = *, Right moving first wins {*|0,*}+* and loses 0+*\n\
             0 ≥ {*|0,*} modulo D: every move has a reply\n  \
             0 ≥ {*|0,*}: Left's * by 0 ≥ 0; {*|0,*} is strong for Right: Right moving first wins {*|0,*}\n\
             checked; relies on [universe] Theorem 5.5",
            "G := {0,*|*}\nmodulo D",
            r"\{0,* \mid *\}",
            r"[\{0,* \mid *\}, 0]",
            "0 = *{*}\n*\n{0,*|0}  >  *",
        ]
    );
}

#[test]
fn a_mistake_has_its_place_and_ends_nothing() {
    let work = Workspace::new();
    let mut worksheet = Worksheet::new(&work, Style::Unicode);
    for (line, said) in [
        ("{0,*|*", "error: at character 7"),
        ("G", "  G\n  ^"),
        ("1 > 0", "no universe given"),
        ("names := 0", "`names` is a command of the worksheet and cannot be given another meaning"),
        ("names 3", "stands alone"),
        ("why", "no answer yet"),
        ("draw", "no answer yet"),
        ("?nothing", "no help on `nothing`"),
        ("hasse [0,1]", "no universe given"),
        ("hasse [0,1] mod", "expected a universe"),
        ("hasse [0,true] mod E", "this is a boolean"),
        ("hasse 0 mod E", "a list of games"),
        ("draw [0,1]", "`hasse` draws"),
        ("draw true", "this is a boolean"),
        ("draw 0 to g.gif", "ends in .svg, .pdf, .png or .tex"),
        ("draw 0 to /no/such/place/g.svg", "cannot write"),
        ("draw 0; 1", "one expression"),
        ("why rank(0)", "has no proof"),
        ("save", "wants the name of a file"),
        ("load /no/such/file", "cannot read /no/such/file"),
        ("load /", "cannot read /"),
        ("simplest(domineering(2y2), E)", "^"),
    ] {
        let reply = reply(&mut worksheet, line);
        assert!(reply.contains("error: ") && reply.contains(said), "{line}: {reply}");
    }
    assert_eq!(reply(&mut worksheet, "1 + 1"), "2");
    assert!(worksheet.respond("quit").ends);
}

#[test]
fn what_comes_before_a_mistake_counts() {
    let work = Workspace::new();
    let replies = session(&work, &["G := *; H; K := 0", "names", "G := 0\nH\nK := 0", "names"]);
    assert!(replies[0].starts_with("G := *\nerror: at character 9"), "{}", replies[0]);
    assert_eq!(replies[1], "G := *");
    assert!(replies[2].starts_with("G := 0\nerror: "), "{}", replies[2]);
    assert_eq!(replies[3], "G := 0");
}

#[test]
fn why_answers_for_comparisons_and_positions() {
    let work = Workspace::new();
    let replies = session(
        &work,
        &["1 >= 0 mod E", "why", "why outcome(*)", "simplest(domineering(2x2), E)", "why", "draw *", "why"],
    );
    assert!(replies[1].starts_with("1 ≱ 0 modulo E: with X = "), "{}", replies[1]);
    assert!(replies[1].contains("\nchecked"), "{}", replies[1]);
    assert!(replies[2].starts_with("P\n* has outcome P"), "{}", replies[2]);
    assert!(replies[4].starts_with("±1 is the simplest form of ±1 modulo E"), "{}", replies[4]);
    assert!(replies[6].contains("has no proof"), "{}", replies[6]);
}

#[test]
fn a_saved_worksheet_is_a_program_that_says_the_same() {
    let work = Workspace::new();
    let file = scratch("saved.mis");
    drop(std::fs::remove_file(&file));
    let name = file.display();
    let mut worksheet = Worksheet::new(&work, Style::Unicode);
    assert!(reply(&mut worksheet, &format!("save {name}")).contains("nothing to save"));
    for line in [
        "G := {0,\n  *|*} -- Left's",
        "G; H",
        "draw G",
        "Z := ~G",
        "draw F := *2",
        "modulo D",
        "G > Z",
        "why",
    ] {
        worksheet.respond(line);
    }
    assert!(reply(&mut worksheet, &format!("save {name}")).starts_with("6 inputs saved"));
    let text = std::fs::read_to_string(&file).unwrap();
    assert_eq!(text, "G := {0,\n  *|*} -- Left's\nG\nZ := ~G\nF := *2\nmodulo D\nG > Z\n");
    assert!(reply(&mut worksheet, &format!("save {name}")).contains("`save! "));
    assert_eq!(std::fs::read_to_string(&file).unwrap(), text);
    assert!(reply(&mut worksheet, &format!("save! {name}")).starts_with("6 inputs"));

    let mut again = Worksheet::new(&work, Style::Unicode);
    let loaded = reply(&mut again, &format!("load {name}"));
    assert_eq!(loaded, "G := {0,*|*}\n{0,*|*}\nZ := {*|0,*}\nF := *2\nmodulo D\ntrue");
    assert_eq!(reply(&mut again, "names"), reply(&mut worksheet, "names"));
    assert!(reply(&mut again, &format!("save! {name}")).starts_with("1 input saved"));
    assert_eq!(std::fs::read_to_string(&file).unwrap(), text);
    std::fs::remove_file(&file).unwrap();
}

#[test]
fn a_file_with_a_mistake_is_loaded_up_to_it() {
    let work = Workspace::new();
    let file = scratch("mistake.mis");
    std::fs::write(&file, "G := *\nH := {G|\n").unwrap();
    let replies = session(&work, &[&format!("load {}", file.display()), "names"]);
    assert!(replies[0].starts_with(&format!("G := *\nerror: {}:2:9: ", file.display())), "{}", replies[0]);
    assert_eq!(replies[1], "G := *");
    std::fs::write(&file, b"G\xff").unwrap();
    assert!(session(&work, &[&format!("load {}", file.display())])[0].contains("not UTF-8 at byte 2"));
    std::fs::remove_file(&file).unwrap();
}

#[test]
fn pictures_go_to_files() {
    let work = Workspace::new();
    let (tree, order) = (scratch("g.svg"), scratch("h.tex"));
    let replies = session(
        &work,
        &[
            &format!("draw {{0|*}} to {}", tree.display()),
            &format!("hasse [g for g in days(1) if g >= 0 mod E] mod D to {}", order.display()),
        ],
    );
    assert_eq!(replies[0], format!("drawn to {}", tree.display()));
    assert_eq!(replies[1], format!("drawn to {}", order.display()));
    assert!(std::fs::read_to_string(&tree).unwrap().contains("<svg"));
    assert!(std::fs::read_to_string(&order).unwrap().contains("tikzpicture"));
    std::fs::remove_file(&tree).unwrap();
    std::fs::remove_file(&order).unwrap();
}

#[test]
fn a_picture_is_no_wider_than_the_terminal() {
    let work = Workspace::new();
    let mut worksheet = Worksheet::new(&work, Style::Unicode);
    worksheet.width = 40;
    let response = worksheet.respond("draw *5");
    assert!(response.lines.iter().all(|line| line.chars().count() <= 40), "{:#?}", response.lines);
    assert!(response.lines.len() > 2);
}

#[test]
fn a_question_that_is_stopped_leaves_the_worksheet_as_it_was() {
    let work = Workspace::new();
    let mut worksheet = Worksheet::new(&work, Style::Unicode);
    worksheet.respond("G := {0,*|*}");
    let budget = work.forms().budget().clone();
    let reply_when_stopped = std::thread::scope(|scope| {
        let (done, wait) = std::sync::mpsc::channel::<()>();
        scope.spawn(move || {
            // The question renews the budget, so that one cancellation could come too early.
            while wait.recv_timeout(Duration::from_millis(100)).is_err() {
                budget.cancel();
            }
        });
        let said = reply(&mut worksheet, "simplest(domineering(2x30), E)");
        done.send(()).unwrap();
        said
    });
    assert!(reply_when_stopped.starts_with("error: cancelled"), "{reply_when_stopped}");
    assert_eq!(reply(&mut worksheet, "simplest(G, D)"), "{0,■|*}");
    assert_eq!(reply(&mut worksheet, "simplest(domineering(2x3), D([-1 0]))"), "{2,±1||-1|0,■}");
}

#[test]
fn time_is_for_each_question_and_memory_for_all() {
    let time = Duration::from_millis(300);
    let work = Workspace::with_limits(Limits { time: Some(time), ..Limits::default() });
    let mut worksheet = Worksheet::new(&work, Style::Unicode);
    for _ in 0..2 {
        assert!(reply(&mut worksheet, "simplest(domineering(2x30), E)").contains("time limit of 0.3 s"));
        assert_eq!(reply(&mut worksheet, "* + 0"), "*");
    }
    let work = Workspace::with_limits(Limits { memory_bytes: 4 << 20, time: None });
    let replies = session(&work, &["G := *2", "40.{*3|-3}", "names", "G == *2"]);
    assert!(replies[1].contains("memory limit") && replies[1].contains("--max-memory"), "{}", replies[1]);
    assert_eq!(replies[2..], ["G := *2", "true"]);
}

#[test]
fn forgetting_gives_memory_back_and_keeps_names() {
    let work = Workspace::new();
    let mut worksheet = Worksheet::new(&work, Style::Unicode);
    for line in ["modulo E", "G := {0,*|*}", "H := [G, *3]", "simplest(domineering(2x8), E)"] {
        worksheet.respond(line);
    }
    drop(work);
    let before = worksheet.workspace().budget().spent().memory_bytes;
    assert!(reply(&mut worksheet, "forget").contains("MiB given back"));
    assert!(worksheet.workspace().budget().spent().memory_bytes < before / 2);
    assert_eq!(reply(&mut worksheet, "names"), "G := {0,*|*}\nH := [{0,*|*}, *3]\nmodulo E");
    assert_eq!(reply(&mut worksheet, "simplest(G) == simplest(H[1])"), "true");
    assert!(reply(&mut worksheet, "forget G").contains("`G` is forgotten"));
    assert_eq!(reply(&mut worksheet, "names"), "H := [{0,*|*}, *3]\nmodulo E");
    assert!(reply(&mut worksheet, "forget G").contains("`names` lists"));
    assert!(reply(&mut worksheet, "why").contains("no answer yet"));
}

#[test]
fn what_is_too_large_to_print_is_told_of() {
    let work = Workspace::new();
    let mut worksheet = Worksheet::new(&work, Style::Unicode);
    let long = reply(&mut worksheet, "days(2)");
    assert!(long.ends_with(" shows all)") && long.chars().count() < 300, "{long}");
    // As a tree this game has too many edges to be written, but with names it is short.
    let named = reply(&mut worksheet, "G := *30 + *31");
    assert!(named.starts_with("G := *{*30,*31,F") && named.ends_with(" shows all)"), "{named}");
    let large = reply(&mut worksheet, "[G]");
    assert!(large.contains("too large to print"), "{large}");
}

/// What is saved has no commands, so that `_` must not mean what only a command was told.
#[test]
fn functions_rules_and_the_last_answer_are_saved_and_mean_the_same() {
    let (rules, saved) = (scratch("hop.rules"), scratch("hop.mis"));
    std::fs::write(
        &rules,
        "game Hop\nboard x.o\nleft x. -> .x\nright as left, mirrored, exchanging x and o\n",
    )
    .unwrap();
    drop(std::fs::remove_file(&saved));
    let load = format!("load rules \"{}\"", rules.display());
    let save = format!("save {}", saved.display());
    let lines = [
        load.as_str(),
        "f(g) := {g|g}",
        "f(hop(1x3))",
        "latex *7",
        "rank(_)",
        "names",
        "?hop",
        "forget",
        "rank(f(hop(1x3)))",
        "_ + 1",
        save.as_str(),
    ];
    let replies = session(&Workspace::new(), &lines);
    assert_eq!(replies[0], "rules hop: positions are written hop(…)");
    assert_eq!(replies[1], "f(g) := {g|g}");
    assert_eq!(replies[4], "2");
    assert_eq!(replies[5], "f(g) := {g|g}");
    assert!(replies[6].starts_with("Hop"), "{}", replies[6]);
    assert_eq!(replies[8..10], ["2", "3"]);
    let text = std::fs::read_to_string(&saved).unwrap();
    assert_eq!(
        text.lines().skip(1).collect::<Vec<_>>(),
        ["f(g) := {g|g}", "f(hop(1x3))", "rank(_)", "rank(f(hop(1x3)))", "_ + 1"]
    );
    let load = format!("load {}", saved.display());
    assert!(session(&Workspace::new(), &[&load])[0].ends_with("\n2\n2\n3"));
}
