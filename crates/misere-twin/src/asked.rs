//! An engine that can be made to prove what it says.

use std::collections::HashMap;
use std::sync::{Arc, Mutex};

use misere_core::{Engine, Explainer, Form, Player, Relation, Separator, Universe};

/// An engine for tests. With MISERE_CERTIFY in the environment it proves whatever it says
/// about order and simplest forms, and has the proofs checked (`cargo xtask certify`).
pub struct Asked {
    engine: Arc<Engine>,
    certify: Option<Certify>,
}

struct Certify {
    explainer: Explainer,
    relations: Mutex<HashMap<(Form, Form), Relation>>,
    simplest: Mutex<HashMap<Form, Form>>,
}

impl Asked {
    pub fn new(engine: Engine) -> Asked {
        let engine = Arc::new(engine);
        let certify = std::env::var_os("MISERE_CERTIFY").map(|_| Certify {
            explainer: Explainer::new(engine.clone()).unwrap(),
            relations: Mutex::default(),
            simplest: Mutex::default(),
        });
        Asked { engine, certify }
    }

    fn universe(&self) -> &dyn Universe {
        self.engine.universe().unwrap()
    }

    fn prove(&self, g: Form, h: Form) {
        let Some(certify) = &self.certify else { return };
        let relation = self.engine.relation(g, h).unwrap();
        if certify.relations.lock().unwrap().insert((g, h), relation).is_none() {
            accept(&certify.explainer.relation(g, h).unwrap());
        }
    }

    pub fn name(&self) -> String {
        self.engine.id().to_string()
    }
    pub fn contains(&self, g: Form) -> bool {
        self.engine.contains(g).unwrap()
    }
    pub fn ge(&self, g: Form, h: Form) -> bool {
        self.prove(g, h);
        self.engine.ge(g, h).unwrap()
    }
    pub fn relation(&self, g: Form, h: Form) -> Relation {
        self.prove(g, h);
        self.engine.relation(g, h).unwrap()
    }
    pub fn simplest(&self, g: Form) -> Form {
        let simplest = self.engine.simplest(g).unwrap();
        if let Some(certify) = &self.certify
            && certify.simplest.lock().unwrap().insert(g, simplest).is_none()
        {
            accept(&certify.explainer.simplest(g).unwrap());
        }
        simplest
    }
    pub fn is_strong(&self, g: Form, player: Player) -> bool {
        self.engine.is_strong(g, player).unwrap()
    }
    pub fn separator(&self, g: Form, h: Form) -> Option<Separator> {
        self.engine.separator(g, h).unwrap()
    }
    pub fn is_downlinked(&self, g: Form, h: Form) -> bool {
        self.engine.is_downlinked(g, h).unwrap()
    }
    pub fn is_invertible(&self, g: Form) -> bool {
        self.engine.cancels_with_conjugate(g).unwrap()
    }
    pub fn expansion(&self, g: Form) -> Option<Form> {
        self.engine.expansion(g).unwrap()
    }
    pub fn defeating_end(&self, g: Form, player: Player) -> Option<Form> {
        self.universe().defeating_end(self.engine.forms(), g, player).unwrap()
    }
}

/// Has a certificate checked, by way of its JSON.
pub fn accept(certificate: &misere_check::Certificate) {
    let json = certificate.to_json();
    let read = misere_check::Certificate::from_json(json.as_bytes()).unwrap();
    if let Err(rejection) = misere_check::check(&read) {
        panic!("{rejection}\n{json}");
    }
}
