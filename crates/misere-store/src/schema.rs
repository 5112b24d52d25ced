//! The tables and views of a store.

/// The application id of a store: `mise` in ASCII.
pub const APPLICATION_ID: i32 = 0x6d69_7365;

/// The version of the tables.
pub const SCHEMA_VERSION: i64 = MIGRATIONS.len() as i64;

/// How tables of one version become those of the next; the first makes them.
pub(crate) const MIGRATIONS: [&str; 2] = [FIRST, SECOND];

const FIRST: &str = "
    -- Versions of the program that wrote here.
    CREATE TABLE versions (id INTEGER PRIMARY KEY, version TEXT NOT NULL UNIQUE) STRICT;

    -- Rules, with all that distinguishes them from others: the text of a rules file, or the name.
    CREATE TABLE rulesets (
        id INTEGER PRIMARY KEY,
        digest BLOB NOT NULL UNIQUE,
        name TEXT NOT NULL,
        identity TEXT NOT NULL
    ) STRICT;

    -- What values are taken modulo, by canonical name.
    CREATE TABLE universes (id INTEGER PRIMARY KEY, name TEXT NOT NULL UNIQUE) STRICT;

    -- Forms, each once. Options are rows with smaller ids: a list of LEB128 numbers, each the
    -- difference between the id of the form and that of the option. Tombstones are 1 for Left,
    -- 2 for Right. The text is NULL for forms of more than 60 edges.
    CREATE TABLE forms (
        id INTEGER PRIMARY KEY,
        digest BLOB NOT NULL UNIQUE,
        left_options BLOB NOT NULL,
        right_options BLOB NOT NULL,
        tombstones INTEGER NOT NULL,
        edges INTEGER NOT NULL,
        text TEXT
    ) STRICT;

    -- Positions up to symmetry, as sums of components; 0 is the empty text.
    CREATE TABLE positions (
        id INTEGER PRIMARY KEY,
        digest BLOB NOT NULL UNIQUE,
        ruleset INTEGER NOT NULL REFERENCES rulesets (id),
        components INTEGER NOT NULL,
        text TEXT NOT NULL
    ) STRICT;

    -- Values of positions. Method and reason are those of positions that were asked about.
    CREATE TABLE position_values (
        position INTEGER NOT NULL REFERENCES positions (id),
        universe INTEGER NOT NULL REFERENCES universes (id),
        form INTEGER NOT NULL REFERENCES forms (id),
        outcome TEXT NOT NULL,
        method TEXT,
        reason TEXT,
        version INTEGER NOT NULL REFERENCES versions (id),
        checksum BLOB NOT NULL,
        PRIMARY KEY (position, universe)
    ) STRICT, WITHOUT ROWID;
    CREATE INDEX values_by_form ON position_values (form);

    -- Parts of long computations that are no values of positions. Forms is a list of ids as
    -- LEB128 numbers.
    CREATE TABLE pieces (
        name TEXT PRIMARY KEY,
        forms BLOB NOT NULL,
        data BLOB NOT NULL,
        version INTEGER NOT NULL REFERENCES versions (id),
        checksum BLOB NOT NULL
    ) STRICT, WITHOUT ROWID;

    -- What wrote here: how many values each run computed and recalled up to its last checkpoint.
    -- Times are seconds since 1970, by the clock of the machine.
    CREATE TABLE runs (
        id INTEGER PRIMARY KEY,
        version INTEGER NOT NULL REFERENCES versions (id),
        command TEXT NOT NULL,
        started INTEGER NOT NULL,
        last_checkpoint INTEGER NOT NULL,
        checkpoints INTEGER NOT NULL,
        computed INTEGER NOT NULL,
        recalled INTEGER NOT NULL
    ) STRICT;

    -- For people: one line for each value of a position.
    CREATE VIEW values_of_positions AS
        SELECT rulesets.name AS ruleset, positions.text AS position, universes.name AS universe,
               forms.text AS value, forms.edges AS edges, position_values.outcome AS outcome,
               position_values.method AS method, versions.version AS version,
               lower(hex(forms.digest)) AS form
        FROM position_values
        JOIN positions ON positions.id = position_values.position
        JOIN rulesets ON rulesets.id = positions.ruleset
        JOIN universes ON universes.id = position_values.universe
        JOIN forms ON forms.id = position_values.form
        JOIN versions ON versions.id = position_values.version;

    -- For people: how many positions of a ruleset share a value.
    CREATE VIEW shared_values AS
        SELECT ruleset, universe, value, form, count(*) AS positions, min(position) AS example
        FROM values_of_positions GROUP BY ruleset, universe, form;

    -- For people: what is there.
    CREATE VIEW contents AS
        SELECT rulesets.name AS ruleset, universes.name AS universe, count(*) AS positions,
               count(DISTINCT position_values.form) AS different_values
        FROM position_values
        JOIN positions ON positions.id = position_values.position
        JOIN rulesets ON rulesets.id = positions.ruleset
        JOIN universes ON universes.id = position_values.universe
        GROUP BY rulesets.id, universes.id;
";

const SECOND: &str = "
    -- Large forms that are values of positions that were asked about, each with all its followers
    -- in one row, as bytes that docs/guide/store.md describes: what forms has in many rows.
    CREATE TABLE graphs (
        form INTEGER PRIMARY KEY REFERENCES forms (id),
        checksum BLOB NOT NULL,
        nodes BLOB NOT NULL
    ) STRICT;
";
