//! The board: clicks and keys change it, and its value follows.

use misere_browser::Page;
use misere_browser::key::Key;

/// A cell of the board, with what is on it.
fn cell(row: usize, column: usize, content: &str) -> String {
    format!("[data-key=cell-{row}-{column}][data-cell='{content}']")
}

#[tokio::test]
async fn a_click_or_a_key_changes_a_cell_and_the_value_follows() {
    let page = Page::open(&["explore", "domineering(2x2)", "--no-open"]).await;
    page.click(&cell(0, 0, ".")).await;
    page.element(&cell(0, 0, "#")).await;
    // Three cells in a corner: one move for either player, after which neither has another.
    page.wait_for(".first", |text| text.starts_with('P')).await;
    assert!(page.address().await.contains("path=%23.%2F.."), "{}", page.address().await);
    // The keyboard does what clicks do: to the right, and a click by the space bar.
    page.press(Key::Right).await;
    page.press(" ").await;
    page.element(&cell(0, 1, "#")).await;
    page.wait_for(".first", |text| !text.starts_with('P')).await;
    page.client().back().await.unwrap();
    page.element(&cell(0, 1, ".")).await;
    page.wait_for(".first", |text| text.starts_with('P')).await;
    page.assert_quiet().await;
}

#[tokio::test]
async fn a_mistake_is_shown_and_can_be_mended() {
    let page = Page::open(&["explore", "{0,*|*}", "--no-open"]).await;
    let field = "[role=tabpanel] input, [role=tabpanel] textarea";
    page.type_into(field, "{0,*|").await;
    page.wait_for(".err", |text| text.contains("expected")).await;
    page.type_into(field, "<img src=x onerror='window.ran = 1'>").await;
    page.wait_for(".err", |text| !text.is_empty()).await;
    assert_eq!(page.count("img").await, 0);
    assert!(page.script("return window.ran ?? null").await.is_null());
    page.assert_quiet().await;
}
