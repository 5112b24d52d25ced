//! Who may ask, and what the page may do, as a browser sees it.

use std::time::Duration;

use misere_browser::{Elsewhere, Page};

#[tokio::test]
async fn the_page_loads_without_a_message_and_takes_the_token_out_of_the_address() {
    let page = Page::open(&[]).await;
    page.wait_for("h1", |text| text == "misère").await;
    let address = page.address().await;
    assert!(!address.contains("t=") && !address.contains(&page.program.token), "{address}");
    assert!(address.starts_with(&page.program.origin), "{address}");
    // The page has the token for as long as its tab is open.
    page.client().refresh().await.unwrap();
    page.wait_for("h1", |text| text == "misère").await;
    assert_eq!(page.count("form input[aria-label='line from the terminal']").await, 0);
    page.screenshot("first").await;
    page.assert_quiet().await;
}

#[tokio::test]
async fn every_request_of_the_page_goes_to_its_server() {
    let page = Page::open(&["explore", "domineering(2x2)", "--no-open"]).await;
    page.wait_for("h1", |text| text == "misère").await;
    let asked = page.script("return performance.getEntriesByType('resource').map(entry => entry.name)").await;
    let asked: Vec<&str> = asked.as_array().unwrap().iter().filter_map(|name| name.as_str()).collect();
    assert!(asked.iter().any(|name| name.ends_with("/style.css")), "{asked:?}");
    for name in asked {
        assert!(name.starts_with(&page.program.origin) && !name.contains(&page.program.token), "{name}");
    }
}

#[tokio::test]
async fn a_tab_without_a_token_gets_it_from_another_or_asks_for_the_line() {
    let page = Page::blank(&[]).await;
    let wanted = "input[aria-label='line from the terminal']";
    page.go(&format!("{}/", page.program.origin)).await;
    page.element(wanted).await;
    page.type_into(wanted, "no token").await;
    page.click("form button").await;
    page.wait_for("[role=alert]", |text| text.contains("token")).await;
    page.type_into(wanted, &format!("listening on {}", page.program.line)).await;
    page.click("form button").await;
    page.element("[role=tablist]").await;
    page.new_tab().await;
    page.go(&format!("{}/", page.program.origin)).await;
    page.element("[role=tablist]").await;
    page.assert_quiet().await;
}

/// A page of another origin tries all that a page can try.
#[tokio::test]
async fn a_page_of_another_origin_cannot_ask() {
    let page = Page::blank(&[]).await;
    let (origin, token) = (&page.program.origin, &page.program.token);
    let elsewhere = Elsewhere::serve(format!(
        r#"<!doctype html><title>elsewhere</title><body><iframe name="target"></iframe><script>
        const results = {{}};
        const question = '{{"op":"outcome","g":"*"}}';
        const tell = name => [() => results[name] = 'came', () => results[name] = 'refused'];
        const load = (name, element, address) => {{
          const [came, refused] = tell(name);
          element.onload = came; element.onerror = refused;
          element.src = address; document.body.append(element);
        }};
        fetch('{origin}/').then(...tell('get'));
        fetch('{origin}/ask', {{ method: 'POST', body: question,
          headers: {{ 'X-Token': '{token}', 'Content-Type': 'application/json' }} }}).then(...tell('post'));
        fetch('{origin}/ask', {{ method: 'POST', body: question, mode: 'no-cors' }})
          .then(async answer => results.opaque = `${{answer.status}}${{await answer.text()}}`, () => results.opaque = 'refused');
        load('image', new Image(), '{origin}/stix-regular.woff2');
        load('script', document.createElement('script'), '{origin}/page.mjs');
        const form = document.createElement('form');
        form.action = '{origin}/ask'; form.method = 'post'; form.target = 'target'; form.enctype = 'text/plain';
        document.body.append(form); form.submit();
        const frame = document.createElement('iframe'); frame.src = '{origin}/'; document.body.append(frame);
        </script>"#
    ));
    page.go(&elsewhere.origin).await;
    for name in ["get", "post", "opaque", "image", "script"] {
        let mut result = page.script(&format!("return results.{name} ?? null")).await;
        for _ in 0..200 {
            if !result.is_null() {
                break;
            }
            tokio::time::sleep(Duration::from_millis(50)).await;
            result = page.script(&format!("return results.{name} ?? null")).await;
        }
        assert_eq!(result, "refused", "{name}");
    }
    // The frames hold nothing that can be read.
    tokio::time::sleep(Duration::from_millis(500)).await;
    let log = page.log().await;
    assert!(log.iter().any(|line| line.contains("frame-ancestors")), "{log:#?}");
    assert!(log.iter().any(|line| line.contains("403")), "the form was not refused: {log:#?}");
    let readable = "try { return frames[0].document?.body.textContent ?? null } catch { return null }";
    assert!(page.script(readable).await.is_null());
}

#[tokio::test]
async fn the_page_asks_nobody_else() {
    let page = Page::open(&[]).await;
    page.wait_for("h1", |text| text == "misère").await;
    page.assert_quiet().await;
    let elsewhere = Elsewhere::serve("elsewhere".to_owned());
    let asked = format!("fetch('{}').then(() => done('came'), () => done('refused'))", elsewhere.origin);
    assert_eq!(page.script_later(&asked).await, "refused");
    let log = page.log().await;
    assert!(log.iter().any(|line| line.contains("connect-src 'self'")), "{log:#?}");
    // Nor do scripts that came in by mistake run.
    page.script("document.body.insertAdjacentHTML('beforeend', '<img src=x onerror=\"window.ran = true\">')")
        .await;
    tokio::time::sleep(Duration::from_millis(300)).await;
    assert!(page.script("return window.ran ?? null").await.is_null());
    let log = page.log().await;
    assert!(log.iter().any(|line| line.contains("script-src 'self'")), "{log:#?}");
}

#[tokio::test]
async fn axe_finds_nothing_on_the_first_page() {
    let page = Page::open(&[]).await;
    page.wait_for("h1", |text| text == "misère").await;
    for (width, is_dark) in [(1280, false), (480, false), (1280, true), (480, true)] {
        page.look_like(width, is_dark).await;
        page.screenshot(&format!("first-{width}-{}", if is_dark { "dark" } else { "light" })).await;
        let broken = page.axe().await;
        assert!(broken.is_empty(), "{width} {is_dark}: {broken:#?}");
    }
    page.assert_quiet().await;
}
