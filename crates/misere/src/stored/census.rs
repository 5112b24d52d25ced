//! A census as a piece: its classes, with their forms and games.

use misere_census::classes::{Census, Class};
use misere_core::{Form, Outcome};

use super::{Batch, Piece, StoreFailure, piece_name};
use crate::error::Error;
use crate::modulus::Modulus;

/// The bytes of a class besides its forms: day, trees, outcome, strength, invertibility and the
/// place of the conjugate.
const BYTES: usize = 4 + 8 + 1 + 1 + 1 + 8;

/// The place of a conjugate where there is none.
const NO_CONJUGATE: u64 = u64::MAX;

const OUTCOMES: [Outcome; 4] = [Outcome::L, Outcome::N, Outcome::P, Outcome::R];

impl Modulus {
    /// The census that `compute` finds, from the store if it is there.
    pub(crate) fn kept_census(
        &self,
        day: u32,
        of: &Modulus,
        compute: impl FnOnce() -> Result<Census, Error>,
    ) -> Result<Census, Error> {
        let work = self.workspace();
        let Some(kept) = work.kept().filter(|_| self.is_lasting() && of.is_lasting()) else {
            return compute();
        };
        let name = piece_name(&format!("census of day {day} of {} modulo {}", of.id(), self.id()));
        if let Some(piece) = kept.store.piece(&name)? {
            let forms = piece.forms.iter().map(|&form| kept.load(work.forms(), form));
            let forms = forms.collect::<Result<Vec<Form>, Error>>()?;
            let read = read(day, &forms, &piece.data);
            return read
                .ok_or_else(|| StoreFailure(format!("the {name} in the store makes no sense")).into());
        }
        let census = compute()?;
        let (mut batch, mut forms, mut data) = (Batch::default(), Vec::new(), Vec::new());
        data.extend(census.games.to_le_bytes());
        for class in &census.classes {
            for form in [class.form, class.game] {
                forms.push(kept.digest(work.forms(), form, &mut batch.forms));
            }
            write(class, &mut data);
        }
        batch.pieces.push((name, Piece { forms, data }));
        kept.store.note_computed();
        kept.store.keep(batch);
        // A failure is told when the program ends, after the answer.
        drop(kept.store.checkpoint());
        Ok(census)
    }
}

fn write(class: &Class, data: &mut Vec<u8>) {
    let place = OUTCOMES.iter().position(|outcome| *outcome == class.outcome).expect("there are four");
    data.extend(class.day.to_le_bytes());
    data.extend(class.trees.to_le_bytes());
    data.push(place as u8);
    data.push(class.strong.map_or(0, |[left, right]| 4 + u8::from(left) + 2 * u8::from(right)));
    data.push(class.invertible.map_or(0, |invertible| 1 + u8::from(invertible)));
    data.extend(class.conjugate.map_or(NO_CONJUGATE, |place| place as u64).to_le_bytes());
}

/// The census of these bytes, if they are one.
fn read(day: u32, forms_of_all: &[Form], data: &[u8]) -> Option<Census> {
    let (games, data) = data.split_first_chunk::<8>()?;
    let classes = forms_of_all.chunks_exact(2).zip(data.chunks_exact(BYTES)).map(|(forms, bytes)| {
        let (day, bytes) = bytes.split_first_chunk::<4>()?;
        let (trees, bytes) = bytes.split_first_chunk::<8>()?;
        let ([outcome, strong, invertible], conjugate) = bytes.split_first_chunk::<3>()?;
        Some(Class {
            form: forms[0],
            game: forms[1],
            day: u32::from_le_bytes(*day),
            trees: u64::from_le_bytes(*trees),
            outcome: *OUTCOMES.get(usize::from(*outcome))?,
            strong: (*strong >= 4).then_some([strong & 1 == 1, strong & 2 == 2]),
            invertible: (*invertible > 0).then_some(*invertible == 2),
            conjugate: match u64::from_le_bytes(conjugate.try_into().ok()?) {
                NO_CONJUGATE => None,
                place => Some(usize::try_from(place).ok().filter(|&place| place < forms_of_all.len() / 2)?),
            },
        })
    });
    let classes = classes.collect::<Option<Vec<Class>>>()?;
    let is_whole = data.len() == classes.len() * BYTES && forms_of_all.len() == classes.len() * 2;
    is_whole.then(|| Census { day, games: u64::from_le_bytes(*games), classes })
}
