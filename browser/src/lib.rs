//! The explorer's page in a real browser: a server, chromedriver, and the hands of a user.
//!
//! A test opens the page, and does and reads what a user does and reads:
//!
//! ```no_run
//! # async fn test() {
//! let page = misere_browser::Page::open(&[]).await;
//! page.click("[data-view=form]").await;
//! page.wait_for("h1", |text| text.contains("mis")).await;
//! page.assert_quiet().await;
//! # }
//! ```
//!
//! `MISERE` names the program, `MISERE_AXE` the file `axe.min.js`, and `MISERE_SHOTS` the folder of
//! screenshots; `cargo xtask browser` sets them.

mod processes;
mod webdriver;

use std::path::PathBuf;
use std::time::{Duration, Instant};

use fantoccini::elements::Element;
use fantoccini::key::Key;
use fantoccini::wd::WindowHandle;
use fantoccini::{Client, ClientBuilder, Locator};
use hyper_util::client::legacy::connect::HttpConnector;
use serde_json::{Value, json};

pub use fantoccini::key;
pub use processes::{Elsewhere, Program};

use processes::Driver;
use webdriver::Post;

/// The longest that a page may take to show what is waited for.
const PATIENCE: Duration = Duration::from_secs(20);
/// The time between two looks.
const LOOK: Duration = Duration::from_millis(25);

/// Headless Chromium that asks nobody but the page's server.
const FLAGS: [&str; 9] = [
    "--headless=new",
    "--no-sandbox",
    "--disable-dev-shm-usage",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--disable-quic",
    "--no-first-run",
    "--window-size=1280,900",
];

/// A browser with the page of a server.
pub struct Page {
    // Fields are dropped in this order: the session before its driver.
    client: Client,
    session: String,
    driver: Driver,
    /// The server.
    pub program: Program,
}

impl Page {
    /// A browser that has opened the line of a server with these arguments.
    pub async fn open(arguments: &[&str]) -> Page {
        let page = Page::blank(arguments).await;
        page.go(&page.program.line).await;
        page
    }

    /// A browser with an empty page, beside a server with these arguments.
    pub async fn blank(arguments: &[&str]) -> Page {
        let (program, driver) = (Program::serve(arguments), Driver::start());
        let capabilities = json!({
            "browserName": "chrome",
            "goog:chromeOptions": { "args": FLAGS, "binary": processes::chromium() },
            "goog:loggingPrefs": { "browser": "ALL" },
        });
        let Value::Object(capabilities) = capabilities else { unreachable!("an object") };
        let mut builder = ClientBuilder::new(HttpConnector::new());
        let client = builder.capabilities(capabilities).connect(&driver.address).await.expect("a browser");
        let session = client.session_id().await.expect("an answer").expect("a session");
        Page { client, session, driver, program }
    }

    /// The client, for what is not here.
    pub fn client(&self) -> &Client {
        &self.client
    }

    /// Goes to an address.
    pub async fn go(&self, address: &str) {
        self.client.goto(address).await.expect("an address");
    }

    /// The address as the browser shows it.
    pub async fn address(&self) -> String {
        self.script("return location.href").await.as_str().expect("an address").to_owned()
    }

    /// The first element that a selector of CSS finds, as soon as there is one.
    pub async fn element(&self, css: &str) -> Element {
        let found = self.client.wait().at_most(PATIENCE).for_element(Locator::Css(css)).await;
        found.unwrap_or_else(|error| panic!("no {css}: {error}"))
    }

    /// How many elements a selector finds now.
    pub async fn count(&self, css: &str) -> usize {
        self.client.find_all(Locator::Css(css)).await.expect("a selector").len()
    }

    /// Clicks an element, as soon as it is there.
    pub async fn click(&self, css: &str) {
        let started = Instant::now();
        // A view that is built anew may replace the element between finding and clicking.
        while let Err(error) = self.element(css).await.click().await {
            assert!(started.elapsed() < PATIENCE, "{css} cannot be clicked: {error}");
            tokio::time::sleep(LOOK).await;
        }
    }

    /// Types a text into a field, instead of the text that is there.
    pub async fn type_into(&self, css: &str, text: &str) {
        let field = self.element(css).await;
        field.clear().await.expect("a field");
        field.send_keys(text).await.expect("a field");
    }

    /// Presses a key where the focus is: `"c"`, or `Key::Enter`.
    pub async fn press(&self, key: impl Into<Pressed>) {
        let Pressed(keys) = key.into();
        self.client.active_element().await.expect("a focus").send_keys(&keys).await.expect("a key");
    }

    /// The text of an element, as it is shown.
    pub async fn text(&self, css: &str) -> String {
        self.element(css).await.text().await.expect("a text")
    }

    /// Waits until the text of an element is right, and returns it.
    pub async fn wait_for(&self, css: &str, is_right: impl Fn(&str) -> bool) -> String {
        let started = Instant::now();
        let mut last = String::new();
        while started.elapsed() < PATIENCE {
            if let Ok(element) = self.client.find(Locator::Css(css)).await
                && let Ok(text) = element.text().await
            {
                last = text;
                if is_right(&last) {
                    return last;
                }
            }
            tokio::time::sleep(LOOK).await;
        }
        panic!("the text of {css} stayed {last:?}")
    }

    /// The value that a function with this body returns in the page.
    pub async fn script(&self, body: &str) -> Value {
        self.client.execute(body, Vec::new()).await.unwrap_or_else(|error| panic!("{body}: {error}"))
    }

    /// The value that a function with this body gives to its last argument, `done`.
    pub async fn script_later(&self, body: &str) -> Value {
        let body = format!("const done = arguments[arguments.length - 1]; {body}");
        self.client.execute_async(&body, Vec::new()).await.unwrap_or_else(|error| panic!("{body}: {error}"))
    }

    /// The messages of the console since the last look.
    pub async fn log(&self) -> Vec<String> {
        let log = self.command("se/log", json!({ "type": "browser" })).await;
        let entries = log.as_array().expect("a list").iter();
        entries.map(|entry| entry["message"].as_str().unwrap_or_default().to_owned()).collect()
    }

    /// Fails if there was a message in the console.
    pub async fn assert_quiet(&self) {
        let log = self.log().await;
        assert!(log.is_empty(), "the console says: {log:#?}");
    }

    /// The rules that axe-core finds broken, with the elements that break them.
    pub async fn axe(&self) -> Vec<String> {
        let file = std::env::var_os("MISERE_AXE").expect("MISERE_AXE names axe.min.js");
        let source = std::fs::read_to_string(file).expect("axe.min.js");
        self.client.execute(&source, Vec::new()).await.expect("axe-core starts");
        let found = self
            .script_later(
                "axe.run().then(({ violations }) => done(violations.map(({ id, nodes }) =>
                   `${id}: ${nodes.map(node => node.html).join(' ')}`)), error => done([String(error)]))",
            )
            .await;
        found
            .as_array()
            .expect("a list")
            .iter()
            .map(|one| one.as_str().unwrap_or_default().to_owned())
            .collect()
    }

    /// Writes what is shown to `NAME.png` in the folder of screenshots.
    pub async fn screenshot(&self, name: &str) {
        let folder = std::env::var_os("MISERE_SHOTS").map_or_else(std::env::temp_dir, PathBuf::from);
        std::fs::create_dir_all(&folder).expect("a folder");
        let picture = self.client.screenshot().await.expect("a picture");
        std::fs::write(folder.join(format!("{name}.png")), picture).expect("a file");
    }

    /// Shows the page as on a screen of this width, light or dark.
    pub async fn look_like(&self, width: u32, is_dark: bool) {
        let scheme = if is_dark { "dark" } else { "light" };
        let features = json!([{ "name": "prefers-color-scheme", "value": scheme }]);
        self.devtools("Emulation.setEmulatedMedia", json!({ "features": features })).await;
        let size = json!({ "width": width, "height": 900, "deviceScaleFactor": 1, "mobile": false });
        self.devtools("Emulation.setDeviceMetricsOverride", size).await;
    }

    /// The text that was copied last.
    pub async fn clipboard(&self) -> String {
        let permissions = json!(["clipboardReadWrite", "clipboardSanitizedWrite"]);
        self.devtools("Browser.grantPermissions", json!({ "permissions": permissions })).await;
        let read =
            self.script_later("navigator.clipboard.readText().then(done, error => done(String(error)))");
        read.await.as_str().expect("a text").to_owned()
    }

    /// Opens another tab, which is shown from now on, and returns the one shown before.
    pub async fn new_tab(&self) -> WindowHandle {
        let before = self.client.window().await.expect("a tab");
        let tab = self.client.new_window(true).await.expect("a tab");
        self.client.switch_to_window(tab.handle).await.expect("a tab");
        before
    }

    /// Shows a tab.
    pub async fn switch_to(&self, tab: WindowHandle) {
        self.client.switch_to_window(tab).await.expect("a tab");
    }

    /// A command of the Chrome DevTools Protocol.
    pub async fn devtools(&self, command: &str, parameters: Value) -> Value {
        self.command("goog/cdp/execute", json!({ "cmd": command, "params": parameters })).await
    }

    /// A command of chromedriver that WebDriver does not have.
    async fn command(&self, path: &'static str, body: Value) -> Value {
        self.client.issue_cmd(Post { path, body }).await.unwrap_or_else(|error| panic!("{path}: {error}"))
    }
}

impl Drop for Page {
    /// Closes the browser, also after a test that failed: chromedriver leaves it open otherwise.
    fn drop(&mut self) {
        self.driver.close(&self.session);
    }
}

/// Keys that are pressed one after the other.
pub struct Pressed(String);

impl From<Key> for Pressed {
    fn from(key: Key) -> Pressed {
        Pressed(char::from(key).to_string())
    }
}

impl From<&str> for Pressed {
    fn from(keys: &str) -> Pressed {
        Pressed(keys.to_owned())
    }
}
