//! The transcripts in `corpus/`, in `docs/` and in the README are what the program says.

#[test]
fn transcripts_are_true() {
    trycmd::TestCases::new()
        .case("../../corpus/*.md")
        .case("../../docs/*.md")
        .case("../../docs/guide/*.md")
        .case("../../README.md");
}

/// The commands that items of the papers name are run, and their answers read: they stand in a
/// transcript.
#[test]
fn the_commands_of_the_papers_are_in_a_transcript() {
    let transcript = include_str!("../../../corpus/papers.md");
    let commands: Vec<&str> = transcript.lines().filter_map(|line| line.strip_prefix("$ ")).collect();
    for item in misere_papers::items() {
        for command in item.commands() {
            assert!(commands.contains(&command.as_str()), "corpus/papers.md lacks {command}");
        }
    }
    assert!(commands.iter().all(|command| {
        misere_papers::items().iter().any(|item| item.commands().any(|of_item| of_item == *command))
    }));
}
