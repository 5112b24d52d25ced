//! Memory that the system refuses, where no limit of ours comes first, is a limit like others.
#![cfg(target_os = "linux")]
#![allow(clippy::unwrap_used, reason = "tests")]

use std::process::Command;
use std::sync::Arc;

use misere_core::{Budget, DeadEnding, Engine, Exhausted, Form, Forms, Limit, Limits, MeteredVec};

/// The variable that names what a process fills the memory with.
const FILLED: &str = "MISERE_TEST_FILLED";

fn budget() -> Budget {
    Budget::new(Limits { memory_bytes: u64::MAX, time: None })
}

/// Forms that are all different.
fn integers(forms: &Forms) -> Result<(), Exhausted> {
    let mut last = Form::ZERO;
    loop {
        last = forms.ordinary(&[last], &[])?;
    }
}

fn lists(budget: &Budget) -> Result<(), Exhausted> {
    let mut list = MeteredVec::new(budget);
    loop {
        list.push(0u64)?;
    }
}

/// Long lists of options of which none begins as another does, and which are to be sorted.
fn options(forms: &Forms) -> Result<(), Exhausted> {
    let mut integers = vec![Form::ZERO];
    for n in 0..20_000 {
        integers.push(forms.ordinary(&[integers[n]], &[])?);
    }
    integers.reverse();
    loop {
        integers.pop();
        forms.ordinary(&integers, &[])?;
    }
}

/// Values of an engine, whose tables and memos grow with them.
fn values(forms: Arc<Forms>) -> Result<(), Exhausted> {
    let engine = Engine::new(forms.clone(), Arc::new(DeadEnding));
    let mut last = Form::ZERO;
    loop {
        last = forms.ordinary(&[last], &[])?;
        engine.value(last)?;
    }
}

#[test]
fn memory_that_the_system_refuses_is_a_limit() {
    if let Ok(filled) = std::env::var(FILLED) {
        let forms = Arc::new(Forms::with_budget(Arc::new(budget())));
        let refused = match filled.as_str() {
            "forms" => integers(&forms),
            "lists" => lists(&budget()),
            "options" => options(&forms),
            _ => values(forms.clone()),
        };
        let refused = refused.unwrap_err();
        assert!(matches!(refused.limit, Limit::Refused { wanted: 1.. }), "{refused}");
        assert!(refused.to_string().contains("the system has no more memory"), "{refused}");
        // The store is whole, and has room for small things.
        assert_eq!(forms.ordinary(&[], &[]), Ok(Form::ZERO));
        println!("refused: {refused}");
        return;
    }
    for filled in ["forms", "lists", "options", "values"] {
        let mut command = Command::new("sh");
        command.args(["-c", "ulimit -v 200000; exec \"$0\" \"$@\""]).arg(std::env::current_exe().unwrap());
        command.args(["--exact", "memory_that_the_system_refuses_is_a_limit", "--nocapture"]);
        let output = command.args(["--test-threads", "1"]).env(FILLED, filled).output().unwrap();
        assert!(output.status.success(), "{filled}: {output:?}");
        assert!(String::from_utf8_lossy(&output.stdout).contains("refused:"), "{output:?}");
    }
}
