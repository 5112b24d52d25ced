//! Engines whose type names the universe.

use std::fmt;
use std::hash::{Hash, Hasher};
use std::marker::PhantomData;
use std::ops::Deref;
use std::sync::Arc;

use super::{Engine, Relation, Settings, Value};
use crate::budget::Exhausted;
use crate::store::{Form, Forms};
use crate::universe::Setting;

/// An [`Engine`] with the universe in its type, so that a value modulo E cannot be taken
/// for one modulo B.
///
/// ```compile_fail
/// use std::sync::Arc;
/// use misere_core::{Blocking, DeadEnding, Form, Forms, Modulo};
/// let forms = Arc::new(Forms::new());
/// let (e, b) = (Modulo::new(forms.clone(), DeadEnding), Modulo::new(forms.clone(), Blocking));
/// let zero = e.value(Form::ZERO)?;
/// b.form(zero)?; // a value modulo E, not modulo B
/// # Ok::<(), misere_core::Exhausted>(())
/// ```
pub struct Modulo<U> {
    engine: Arc<Engine>,
    setting: Arc<U>,
}

/// A [`Value`] of an engine whose universe has the type `U`.
pub struct ValueModulo<U>(Value, PhantomData<fn() -> U>);

impl<U> ValueModulo<U> {
    /// The value of the form 0.
    pub const ZERO: ValueModulo<U> = ValueModulo(Value::ZERO, PhantomData);
}

impl<U: Setting + 'static> Modulo<U> {
    /// An engine for the forms of a store.
    #[must_use]
    pub fn new(forms: Arc<Forms>, setting: U) -> Modulo<U> {
        Modulo::with_settings(forms, setting, Settings::default())
    }

    /// An engine for the forms of a store that works as the settings say.
    #[must_use]
    pub fn with_settings(forms: Arc<Forms>, setting: U, settings: Settings) -> Modulo<U> {
        let setting = Arc::new(setting);
        let engine = Arc::new(Engine::with_settings(forms, setting.clone(), settings));
        Modulo { engine, setting }
    }
}

impl<U> Modulo<U> {
    /// The universe, or normal play, by its type.
    pub fn setting(&self) -> &U {
        &self.setting
    }

    /// The engine without the type of its universe.
    pub fn engine(&self) -> &Arc<Engine> {
        &self.engine
    }

    /// The value of a form: [`Engine::value`].
    pub fn value(&self, g: Form) -> Result<ValueModulo<U>, Exhausted> {
        self.engine.value(g).map(typed)
    }

    /// The value of the form with these values as options: [`Engine::compose`].
    pub fn compose(
        &self,
        left: &[ValueModulo<U>],
        right: &[ValueModulo<U>],
    ) -> Result<ValueModulo<U>, Exhausted> {
        let [left, right] = [left, right].map(|list| list.iter().map(|v| v.0).collect::<Vec<_>>());
        self.engine.compose(&left, &right).map(typed)
    }

    /// The value of the sum of two simplest forms: [`Engine::add`].
    pub fn add(&self, v: ValueModulo<U>, w: ValueModulo<U>) -> Result<ValueModulo<U>, Exhausted> {
        self.engine.add(v.0, w.0).map(typed)
    }

    /// A value as its simplest form: [`Engine::form`].
    pub fn form(&self, value: ValueModulo<U>) -> Result<Form, Exhausted> {
        self.engine.form(value.0)
    }

    /// How two values compare: [`Engine::value_relation`].
    pub fn value_relation(&self, v: ValueModulo<U>, w: ValueModulo<U>) -> Result<Relation, Exhausted> {
        self.engine.value_relation(v.0, w.0)
    }
}

/// Questions about forms are put to the engine.
impl<U> Deref for Modulo<U> {
    type Target = Engine;

    fn deref(&self) -> &Engine {
        &self.engine
    }
}

fn typed<U>(value: Value) -> ValueModulo<U> {
    ValueModulo(value, PhantomData)
}

// Derived implementations would demand `Clone`, `Copy` and so on of `U`.
impl<U> Clone for ValueModulo<U> {
    fn clone(&self) -> ValueModulo<U> {
        *self
    }
}
impl<U> Copy for ValueModulo<U> {}
impl<U> PartialEq for ValueModulo<U> {
    fn eq(&self, other: &ValueModulo<U>) -> bool {
        self.0 == other.0
    }
}
impl<U> Eq for ValueModulo<U> {}
impl<U> Hash for ValueModulo<U> {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.0.hash(state);
    }
}
impl<U> fmt::Debug for ValueModulo<U> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}
