//! Every question of the table gets one answer: from the library, in a batch and in the
//! language. What leaves the program is what the schemas say, and what is proved is true.
#![allow(clippy::unwrap_used, reason = "tests")]

use misere::data::{Datum, Kind, Record};
use misere::language::{Function, Session, functions};
use misere::{
    ArgumentKind, Error, Modulus, Outcome, Proof, QUESTIONS, Question, QuestionKind, Relation, Request,
    Workspace, all_schemas, answer_object, error_object, schema_of_error,
};
use serde_json::{Map, Value, json};

/// The example of a question with its arguments read from text, and what it is asked modulo.
fn example(work: &Workspace, kind: &QuestionKind) -> (Question, Option<Modulus>) {
    let mut question = Question::new(kind.name).unwrap();
    for (name, text) in kind.example.arguments {
        question = question.with_text(work, name, text).unwrap();
    }
    (question, kind.example.modulo.map(|name| work.modulo(name).unwrap()))
}

fn ask(work: &Workspace, question: &Question, modulus: Option<&Modulus>) -> Result<Record, Error> {
    modulus.map_or_else(|| work.ask(question), |modulus| modulus.ask(question))
}

fn prove_answer(
    work: &Workspace,
    question: &Question,
    modulus: Option<&Modulus>,
    answer: &Record,
) -> Result<Proof, Error> {
    match modulus {
        Some(modulus) => modulus.prove_answer(question, answer),
        None => work.prove_answer(question, answer),
    }
}

/// The example as a line of a batch.
fn request(kind: &QuestionKind) -> Map<String, Value> {
    let mut object = Map::from_iter([("op".to_owned(), Value::from(kind.name))]);
    for (name, text) in kind.example.arguments {
        let parameter = kind.parameters.iter().find(|parameter| parameter.name == *name).unwrap();
        let value = match parameter.kind {
            ArgumentKind::Number => text.parse::<u32>().unwrap().into(),
            ArgumentKind::Flag => text.parse::<bool>().unwrap().into(),
            _ => Value::from(*text),
        };
        object.insert((*name).to_owned(), value);
    }
    object.extend(kind.example.modulo.map(|name| ("modulo".to_owned(), name.into())));
    object
}

fn expected(kind: &QuestionKind) -> Map<String, Value> {
    serde_json::from_str(kind.example.answer).unwrap()
}

#[test]
fn every_example_is_true_through_the_library() {
    for kind in QUESTIONS.iter().copied() {
        let work = Workspace::new();
        let (question, modulus) = example(&work, kind);
        assert!(modulus.is_none() || kind.takes_modulus(), "{}", kind.name);
        assert!(modulus.is_some() || !kind.requires_modulus(), "{}", kind.name);
        // A second time, when everything is remembered.
        for _ in 0..2 {
            let answer = ask(&work, &question, modulus.as_ref()).unwrap();
            for (field, datum) in answer.shape().fields.iter().zip(answer.fields()) {
                assert!(field.kind.fits(datum), "{} of {}: {datum:?}", field.name, kind.name);
                assert!(!field.help.is_empty(), "{} of {}", field.name, kind.name);
            }
            assert_eq!(answer.json().unwrap(), expected(kind), "{}", kind.name);
        }
    }
}

#[test]
fn every_example_is_true_in_a_batch() {
    let work = Workspace::new();
    for kind in QUESTIONS.iter().copied() {
        let mut objects = vec![request(kind)];
        if let Some(alias) = kind.alias {
            objects.push(request(kind));
            objects[1]["op"] = alias.into();
        }
        for object in objects {
            let request = Request::read(&work, &object).map_err(|refused| refused.error).unwrap();
            let mut answer = request.answer().unwrap();
            assert_eq!(answer.remove("ok"), Some(true.into()));
            let mut expected = expected(kind);
            if let Some(modulus) = kind.example.modulo {
                expected.insert("modulo".to_owned(), modulus.into());
            }
            assert_eq!(answer, expected, "{}", kind.name);
        }
    }
}

#[test]
fn every_example_is_true_in_the_language() {
    let mut asked = 0;
    for function in functions() {
        let Function::Question(kind) = function else { continue };
        let (program, _) = function.example();
        let work = Workspace::new();
        let reply = Session::new(&work).evaluate(&program).unwrap().pop().unwrap();
        let fields = expected(kind);
        let answer = {
            let (question, modulus) = example(&work, kind);
            ask(&work, &question, modulus.as_ref()).unwrap()
        };
        assert_eq!(answer.json().unwrap(), fields, "{program}");
        // The value of a call is the value that the record stands for: mostly its first field.
        let first = match kind.answer.fields {
            [left, right] if left.name == "left" && right.name == "right" => {
                let players = [("left", "Left"), ("right", "Right")];
                players.iter().filter(|(field, _)| fields[*field] == true).map(|(_, name)| *name).collect()
            }
            _ => Datum::Record(answer).plain_json(&work).unwrap(),
        };
        assert_eq!(reply.value.plain_json(&work).unwrap(), first, "{program}");
        // Every field of a record can be asked for by its name.
        for (name, value) in expected(kind).iter().filter(|_| kind.answer.fields.len() > 1) {
            let program = format!("{program}.{name}");
            let reply = Session::new(&work).evaluate(&program).unwrap().pop().unwrap();
            assert_eq!(reply.value.plain_json(&work).unwrap(), *value, "{program}");
        }
        asked += 1;
    }
    assert_eq!(asked, QUESTIONS.len());
}

#[test]
fn requests_and_answers_are_what_the_schemas_say() {
    let work = Workspace::new();
    let [requests, answers] = all_schemas();
    let rows = answers.keys().filter(|name| name.ends_with("-row")).count();
    assert!(rows > 0);
    assert_eq!((requests.len(), answers.len()), (QUESTIONS.len(), QUESTIONS.len() + rows));
    for kind in QUESTIONS.iter().copied() {
        let [asked, answered] =
            [&requests, &answers].map(|all| jsonschema::validator_for(&all[kind.name]).unwrap());
        let mut object = request(kind);
        let read = Request::read(&work, &object).map_err(|refused| refused.error).unwrap();
        let (question, modulus) = example(&work, kind);
        let answer = ask(&work, &question, modulus.as_ref()).unwrap();
        let mut objects = vec![read.answer().unwrap()];
        objects.push(answer_object(modulus.as_ref(), &answer, None).unwrap());
        assert_eq!(objects[0], objects[1], "{}", kind.name);
        if kind.is_provable() {
            let proof = prove_answer(&work, &question, modulus.as_ref(), &answer).unwrap();
            objects.push(answer_object(modulus.as_ref(), &answer, Some(&proof)).unwrap());
            object.insert("why".to_owned(), true.into());
            assert!(asked.is_valid(&object.clone().into()), "{object:?}");
            let with_proof = Request::read(&work, &object).map_err(|refused| refused.error).unwrap();
            assert_eq!(with_proof.answer().unwrap(), objects[2], "{}", kind.name);
        }
        object.insert("id".to_owned(), json!([7]));
        assert!(asked.is_valid(&object.clone().into()), "{object:?}");
        let [of_requests, of_answers] = may_be_left_out(kind);
        assert_refuses_damage(&asked, &object, &of_requests);
        for mut object in objects {
            assert!(answered.is_valid(&object.clone().into()), "{object:?}");
            assert_refuses_damage(&answered, &object, &of_answers);
            object.insert("id".to_owned(), "x".into());
            assert!(answered.is_valid(&object.into()));
        }
    }
}

/// An unknown field, a field of another kind and a missing one are all refused.
fn assert_refuses_damage(schema: &jsonschema::Validator, object: &Map<String, Value>, optional: &[&str]) {
    let mut damaged = object.clone();
    damaged.insert("surplus".to_owned(), Value::Null);
    assert!(!schema.is_valid(&damaged.into()), "{object:?}");
    // Anything may be an identifier.
    for name in object.keys().filter(|name| *name != "id") {
        let mut damaged = object.clone();
        damaged[name] = json!(-0.5);
        assert!(!schema.is_valid(&damaged.clone().into()), "{name} of {object:?}");
        damaged.remove(name);
        let may_be_left_out = optional.contains(&name.as_str());
        assert_eq!(schema.is_valid(&damaged.into()), may_be_left_out, "{name} of {object:?}");
    }
}

/// The fields of requests and of answers that may be left out: proofs, identifiers, arguments and
/// fields that are not required.
fn may_be_left_out(kind: &QuestionKind) -> [Vec<&'static str>; 2] {
    let mut requests = vec!["id", "why"];
    requests.extend(kind.parameters.iter().filter(|p| !p.is_required).map(|p| p.name));
    requests.extend((kind.takes_modulus() && !kind.requires_modulus()).then_some("modulo"));
    let mut answers = vec!["id", "why", "reasons", "theorems", "certificate"];
    let fields = kind.answer.fields.iter();
    answers.extend(fields.filter(|f| matches!(f.kind, Kind::IfAny(_) | Kind::WhyNull)).map(|f| f.name));
    let says_modulo = kind.answer.fields.iter().any(|field| field.name == "modulo");
    answers.extend((kind.takes_modulus() && !kind.requires_modulus() && !says_modulo).then_some("modulo"));
    [requests, answers]
}

#[test]
fn errors_are_what_their_schema_says() {
    let work = Workspace::new();
    let schema = jsonschema::validator_for(&schema_of_error()).unwrap();
    for (request, code, field) in [
        (json!({ "op": "simplst", "g": "0" }), "unknown-question", None),
        (json!({ "op": "simplest", "g": "{0", "modulo": "E" }), "syntax", Some("g")),
        (json!({ "op": "simplest", "g": "0", "modulo": "Q" }), "syntax", Some("modulo")),
        (json!({ "op": "simplest", "g": "0" }), "argument", None),
        (json!({ "op": "simplest", "modulo": "E" }), "argument", None),
        (json!({ "op": "rank", "g": "0", "surplus": 1 }), "request", None),
        (json!({ "op": "days", "day": -1 }), "argument", Some("day")),
        (json!({ "op": "strong", "g": "0", "modulo": "N" }), "unsupported", None),
        (json!({ "op": "compare", "g": "1", "h": "0", "modulo": "I" }), "not-impartial", None),
        (json!({ "op": "canonical", "g": "1", "modulo": "D" }), "not-in-universe", None),
        (json!({ "op": "normal", "g": "{#|}" }), "not-ordinary", None),
    ] {
        let Value::Object(object) = &request else { unreachable!() };
        let (error, place) = match Request::read(&work, object) {
            Ok(read) => (read.answer().unwrap_err(), None),
            Err(refused) => (refused.error, refused.field),
        };
        let found = error_object(&error, place.as_deref().map(|(name, text)| (*name, text.as_str())));
        assert_eq!(
            (&found["code"], found.get("field")),
            (&code.into(), field.map(Value::from).as_ref()),
            "{request}"
        );
        assert!(schema.is_valid(&found.clone().into()), "{found:?}");
        assert_refuses_damage_of_errors(&schema, found);
    }
}

fn assert_refuses_damage_of_errors(schema: &jsonschema::Validator, mut object: Map<String, Value>) {
    object.insert("surplus".to_owned(), Value::Null);
    assert!(!schema.is_valid(&object.into()));
}

#[test]
fn every_provable_example_is_proved_and_no_other_answer_is() {
    let mut refused = 0;
    for kind in QUESTIONS.iter().copied() {
        let work = Workspace::new();
        let (question, modulus) = example(&work, kind);
        let proved = match &modulus {
            Some(modulus) => modulus.prove(&question),
            None => work.prove(&question),
        };
        if !kind.is_provable() {
            assert_eq!(proved.map(|_| ()), Err(Error::NoProof), "{}", kind.name);
            continue;
        }
        let (answer, proof) = proved.unwrap();
        misere::check::check(proof.certificate()).unwrap();
        for wrong in others(&work, &answer) {
            let proof = prove_answer(&work, &question, modulus.as_ref(), &wrong);
            let error = proof.map(|_| ()).unwrap_err();
            assert!(matches!(error, Error::Rejected(_)), "{} is {wrong}: {error}", kind.name);
            refused += 1;
        }
    }
    assert!(refused >= 20, "{refused}");
}

/// Answers of the same kind that are not this one, and one of another kind.
fn others(work: &Workspace, answer: &Record) -> Vec<Record> {
    let rank = Question::new("rank").unwrap().with("g", work.game("{3|*}").unwrap()).unwrap();
    let booleans = || [true, false].map(Datum::from).to_vec();
    let each = |field: &Datum| match field {
        Datum::Outcome(_) => [Outcome::L, Outcome::N, Outcome::P, Outcome::R].map(Datum::from).to_vec(),
        Datum::Relation(_) => [Relation::Equal, Relation::Greater, Relation::Less, Relation::Incomparable]
            .map(Datum::from)
            .to_vec(),
        Datum::Boolean(_) => booleans(),
        // Equal to the answers of the examples modulo D and N, but not their simplest forms.
        Datum::Game(_) => ["{0,*|*}", "{*|*}", "1 + -1", "0", "{0,#|*}", "{#|#}"]
            .map(|text| work.game(text).unwrap().into())
            .to_vec(),
        Datum::Nothing => vec![Datum::Nothing, work.ask(&rank).unwrap().fields()[0].clone()],
        // Names, universes and reasons: what they say follows from the question.
        Datum::Text(_) | Datum::Universe(_) => vec![field.clone()],
        Datum::Count(count) => {
            let more = misere::data::Count { number: &count.number + 1, is_small: count.is_small };
            vec![field.clone(), Datum::Count(more)]
        }
        other => panic!("nobody proves {other:?}"),
    };
    let mut all: Vec<Vec<Datum>> = vec![Vec::new()];
    for field in answer.fields() {
        let longer = |begun: &Vec<Datum>| {
            each(field).into_iter().map(|datum| [&begun[..], &[datum]].concat()).collect::<Vec<_>>()
        };
        all = all.iter().flat_map(longer).collect();
    }
    let wrong = all.into_iter().filter(|fields| fields != answer.fields());
    let wrong = wrong.filter_map(|fields| Record::new(answer.shape(), fields));
    wrong.chain([work.ask(&rank).unwrap()]).collect()
}

#[test]
fn a_question_without_its_arguments_is_refused() {
    let (work, other) = (Workspace::new(), Workspace::new());
    let e = work.modulo("E").unwrap();
    for kind in QUESTIONS.iter().copied() {
        let (question, modulus) = example(&work, kind);
        let answer = ask(&work, &question, modulus.as_ref()).unwrap();
        let bare = Question::new(kind.name).unwrap();
        for error in [e.ask(&bare).map(|_| ()), e.prove_answer(&bare, &answer).map(|_| ())] {
            let Err(error) = error else {
                assert!(kind.parameters.iter().all(|p| !p.is_required), "{}", kind.name);
                continue;
            };
            let code = error.code();
            assert!(code == "argument" || code == "no-proof" && !kind.is_provable(), "{}: {code}", kind.name);
        }
        if kind.requires_modulus() {
            assert_eq!(work.ask(&question).unwrap_err().code(), "argument", "{}", kind.name);
        }
        // Numbers belong to no workspace; games and universes do.
        let has_games = kind.parameters.iter().any(|p| p.is_required && p.kind.is_about_games());
        if has_games {
            let asked = match &modulus {
                Some(modulus) => other.modulo(modulus.id().as_str()).unwrap().ask(&question),
                None => other.ask(&question),
            };
            assert_eq!(asked.map(|_| ()), Err(Error::Foreign), "{}", kind.name);
        }
        for parameter in kind.parameters.iter().filter(|p| p.kind == ArgumentKind::Universe) {
            let question = question.clone().with(parameter.name, other.modulo("M").unwrap()).unwrap();
            assert_eq!(e.ask(&question).map(|_| ()), Err(Error::Foreign), "{}", kind.name);
        }
    }
}
