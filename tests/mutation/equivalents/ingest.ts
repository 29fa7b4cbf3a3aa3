import type { Equivalent } from "./equivalent.ts";

const asks = (because: string): string => `the type checker asks; ${because}`;
const CLAIMED = asks("a style reads what it has claimed");
const LISTED_ANEW = "looked at anew it is the same";
const NO_KEY = "a name without parts gives no key, and so no reading";
const ONE_MARK = "tokens that begin or end so are this one mark";
const STATE_ONLY = "of a state every kind that is none of a state becomes generic";
const NO_LONGER_WORD = "no word for a state is longer";
const NO_MORE = "behind its end a text has no more to give";
const HAS_WORD = asks("who has no word was left out");
const HAS_KEY = asks("each series has its key");
const HAS_SCALE = asks("a match has one of the two");

type Change = [was: string, is: string, why: string, on?: string];

const of = (file: string, ...changes: Change[]): Equivalent[] =>
  changes.map(([was, is, why, on]) => ({
    file: `lib/domain/ingest/${file}`,
    was,
    is,
    why,
    ...(on === undefined ? {} : { on }),
  }));

const OF_STYLES: Equivalent[] = [
  ...of(
    "styles/classic-temp.ts",
    ["!isJsonObject(body) || !isJsonObject(body.temp)", "false", CLAIMED],
    ["!isJsonObject(body) || !isJsonObject(body.temp)", "!isJsonObject(body.temp)", CLAIMED],
    ["!isJsonObject(body) || !isJsonObject(body.temp)", "!isJsonObject(body)", CLAIMED],
  ),
  ...of(
    "styles/esphome-state.ts",
    [
      "isJsonObject(body) && objectId !== null ? [readState(body, objectId)] : []",
      "[readState(body, objectId)]",
      CLAIMED,
    ],
    ["isJsonObject(body) && objectId !== null", "objectId !== null", CLAIMED],
    ["isJsonObject(body) && objectId !== null", "isJsonObject(body)", CLAIMED],
    ['measured === null || key === ""', "measured === null", "an empty key is no reading anyway"],
  ),
  ...of(
    "styles/flat-keys.ts",
    ["isJsonObject(body) ? readFlatKeys(body) : []", "readFlatKeys(body)", CLAIMED],
    [
      "false",
      "true",
      "what true means decides no claim",
      "const UNMARKED: BodyMarks = { scale: null, isZigbee: false };",
    ],
  ),
  ...of(
    "styles/home-assistant.ts",
    [
      '"generic"',
      '""',
      STATE_ONLY,
      'return isState && deviceClass !== "" ? "generic" : guessKind(names, unit, isState);',
    ],
    ["isJsonObject(entity.attributes) ? entity.attributes : {}", "entity.attributes", CLAIMED],
  ),
  ...of(
    "styles/nested.ts",
    ["isJsonObject(body) ? readNested(reportIn(body)) : []", "readNested(reportIn(body))", CLAIMED],
    [
      "Object.keys(members).length > 0",
      "Object.keys(members).length >= 0",
      "an object without members has no reading",
    ],
  ),
  ...of("styles/ruuvi.ts", [
    "isJsonObject(body) ? objectElements(body.tags).values().flatMap(readTag) : []",
    "objectElements(body.tags).values().flatMap(readTag)",
    CLAIMED,
  ]),
  ...of(
    "styles/sensor-community.ts",
    [
      "isJsonObject(body) ? objectElements(body.sensordatavalues) : []",
      "objectElements(body.sensordatavalues)",
      CLAIMED,
    ],
    [
      'typeof key !== "string" || value === null',
      "value === null",
      asks("what is no text has none of these endings"),
    ],
    ["find", "findLast", "no name has two of these endings"],
  ),
  ...of("styles/shelly-components.ts", [
    "isJsonObject(body) ? (isJsonObject(body.params) ? body.params : body) : {}",
    "(isJsonObject(body.params) ? body.params : body)",
    CLAIMED,
  ]),
  ...of(
    "styles/shelly-status.ts",
    ["!isJsonObject(body)", "false", CLAIMED],
    ['"generic"', '""', STATE_ONLY, 'found(`relays${at}`, "generic", null, relay.ison),'],
  ),
  ...of("styles/telegraf.ts", ["a < b", "a <= b", "no object has a member twice"]),
  ...of(
    "styles/typed-sensors.ts",
    ["!isJsonObject(body)", "false", CLAIMED],
    ["kind !== null && isStateKind(kind)", "isStateKind(kind)", asks("null is no kind of a state")],
    [
      "1",
      "2",
      "a state that is not 0 is 1 in the end",
      "return bool && { value: bool.value === 0 ? 0 : 1, isState: true };",
    ],
  ),
  ...of("styles/wrapped.ts", ["wrappedKeys(body) ?? {}", "wrappedKeys(body)", CLAIMED]),
];

const OF_SENML: Equivalent[] = [
  ...of("senml/labels.ts", ["!Array.isArray(body)", "false", CLAIMED]),
  ...of(
    "senml/names.ts",
    ["segments.get(name) ?? []", "segments.get(name)", asks("each name has its segments")],
    [
      "(lengths.get(name) ?? 1) < (segments.get(name) ?? []).length",
      "(lengths.get(name) ?? 1) <= (segments.get(name) ?? []).length",
      "one segment more than there are is the whole name again",
    ],
    ["numbers.get(short) ?? 1", "1", "it saves a search from the start"],
    ["numbers.set(short, number);", ";", "it saves a search from the start"],
  ),
  ...of(
    "senml/quantities.ts",
    ["unit === null || known === null", "known === null", asks("no unit is no known unit")],
    ["false", "true", "without a unit the name decides alone", "const kind = guessKind(name, null, false);"],
  ),
  ...of(
    "senml/read-pack.ts",
    ["known.get(record.name) ?? segmentsOf(record.name)", "segmentsOf(record.name)", LISTED_ANEW],
    ["known.set(record.name, segments);", ";", LISTED_ANEW],
    ["segments.at(-1) ?? null", "segments.at(-1)", NO_KEY],
    ["one.health === null && one.record.word !== null", "one.health === null", NO_KEY],
    ['record.word ?? ""', "record.word", HAS_WORD],
    ['""', '"x"', HAS_WORD, 'const meaning = meaningOf(record.word ?? "", record.unit, record.measured);'],
    [
      '""',
      '"x"',
      "no quantity is called so",
      'if (isPosition(plain.get(name)) && tag !== plain.get(name)) plain.set(name, "");',
    ],
    [
      "isPosition(before) && !isPosition(tag)",
      "isPosition(before)",
      "of two positions neither keeps the plain key",
    ],
    ["key !== undefined", "true", asks("each name has its key")],
    ['keys.get(point.series) ?? ""', "keys.get(point.series)", HAS_KEY],
    ['""', '"x"', HAS_KEY, 'const key = keys.get(point.series) ?? "";'],
  ),
  ...of(
    "senml/time.ts",
    ["last !== undefined && wanted >= last", "wanted >= last", asks("nothing is at or after undefined")],
    [
      "points.filter(({ moment }) => isAccepted(moment, nowMs))",
      "points",
      "those that are not accepted are settled again, and nothing is moved to where they were",
    ],
  ),
];

export const INGEST: Equivalent[] = [
  ...OF_STYLES,
  ...OF_SENML,
  ...of("body-shape.ts", ['unit ?? ""', "unit", "no unit is called null"]),
  ...of("clock-lag.ts", [
    "newest === undefined || clockLags.length < CLOCK_LAG_LIMITS.posts",
    "clockLags.length < CLOCK_LAG_LIMITS.posts",
    asks("where there is no newest there are too few"),
  ]),
  ...of(
    "decode-body.ts",
    [
      "at < text.length",
      "at <= text.length",
      "behind the end stands no bracket",
      "for (let at = 0; at < text.length; at += 1) {",
    ],
    [String.raw`/^[\]},:]$/`, String.raw`/[\]},:]$/`, ONE_MARK],
    [String.raw`/^[\]},:]$/`, String.raw`/^[\]},:]/`, ONE_MARK],
    ["16", "32", "no word that is looked for is longer"],
    ['error instanceof Error ? error.message : ""', "error.message", asks("a parser throws errors")],
  ),
  ...of("health.ts", [
    "value !== null && value >= least",
    "value >= least",
    asks("null is answered as null either way"),
  ]),
  ...of("judge-reading.ts", [
    "Math.abs(value - sentinel) < 0.01",
    "Math.abs(value - sentinel) <= 0.01",
    "no float is exactly so far away",
  ]),
  ...of(
    "sensor-keys.ts",
    ["counted < characters && end < text.length", "counted < characters", NO_MORE],
    ["end < text.length", "end <= text.length", NO_MORE],
    ["text.codePointAt(end) ?? 0", "text.codePointAt(end)", asks("before the end stands a character")],
  ),
  ...of("sensor-kinds.ts", [
    'quantity === "volume_fraction" && kindFromName(name) === "generic"',
    'kindFromName(name) === "generic"',
    "only a part of a volume comes in ppb",
  ]),
  ...of(
    "unit-marks.ts",
    ['scale[1] ?? scale[2] ?? ""', "scale[1] ?? scale[2]", HAS_SCALE],
    ['""', '"x"', HAS_SCALE, 'return scale ? knownUnit(scale[1] ?? scale[2] ?? "") : null;'],
  ),
  ...of(
    "values.ts",
    [
      "trimmed.length <= 6 ? STATE_WORDS.get(trimmed.toLowerCase()) : undefined",
      "STATE_WORDS.get(trimmed.toLowerCase())",
      NO_LONGER_WORD,
    ],
    ["6", "7", NO_LONGER_WORD],
  ),
];
