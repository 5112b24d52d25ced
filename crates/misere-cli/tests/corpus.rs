//! The transcripts in `corpus/`, in `docs/` and in the README are what the program says.

#[test]
fn transcripts_are_true() {
    trycmd::TestCases::new()
        .case("../../corpus/*.md")
        .case("../../docs/*.md")
        .case("../../docs/guide/*.md")
        .case("../../README.md");
}
