/**
 * Builds a JSON text of at most `bytes` bytes (ASCII but where its name says otherwise) that costs as much as
 * it can.
 */
export type Adversary = (bytes: number) => string;

const utf8 = new TextEncoder();
const bytesOf = (text: string): number => utf8.encode(text).length;

/** As many items as fit, between an opening and a closing. */
const filled = (bytes: number, opening: string, closing: string, item: (at: number) => string): string => {
  const items: string[] = [];
  let left = bytes - bytesOf(opening) - bytesOf(closing);
  for (let at = 0; ; at += 1) {
    const next = item(at);
    left -= bytesOf(next) + 1;
    if (left < 0) return `${opening}${items.join(",")}${closing}`;
    items.push(next);
  }
};

const array =
  (item: (at: number) => string): Adversary =>
  (bytes) =>
    filled(bytes, "[", "]", item);

const object =
  (member: (at: number) => string): Adversary =>
  (bytes) =>
    filled(bytes, "{", "}", member);

/** One text that fills the body: `pattern` again and again. */
const long = (opening: string, pattern: string, closing: string): Adversary => {
  const size = bytesOf(pattern);
  return (bytes) => opening + pattern.repeat((bytes - bytesOf(opening) - bytesOf(closing)) / size) + closing;
};

/** Half of the body is one long name, the other half the items that all carry it. */
const shared =
  (
    pattern: string,
    opening: (name: string) => string,
    closing: string,
    item: (at: number) => string,
  ): Adversary =>
  (bytes) =>
    filled(bytes, opening(pattern.repeat(bytes / 2 / bytesOf(pattern))), closing, item);

/** Marks of falling combining class: putting them into order moves each past all before it. */
const MARKS = "\u0301\u0316";
const RISING = "\u0315\u0301\u0316\u0334";
/** One character that becomes eighteen in compatibility form. */
const LIGATURE = "\ufdfa";
const ALPHABETS = {
  ascii: "x",
  marks: MARKS,
  rising: RISING,
  ligature: LIGATURE,
  controls: "\u200b",
  spaces: "\u2003",
  emoji: "🔥",
  hangul: "가",
  upper: "İ",
  separators: "/:",
  underscores: "_",
  digits: "7",
};

const SENML: Record<string, Adversary> = {
  "senml: long base name": shared(
    "x",
    (name) => `[{"bn":"${name}","v":1},`,
    "]",
    () => '{"v":1}',
  ),
  "senml: long base name, names": shared(
    "x/",
    (name) => `[{"bn":"${name}","v":1},`,
    "]",
    (at) => `{"n":"${at}","v":1}`,
  ),
  "senml: long base name again and again": array(
    (at) => `{"bn":"${"x".repeat(255)}","n":"${at % 9}","v":${at}}`,
  ),
  "senml: names of 256 characters": (bytes) =>
    filled(bytes, `[{"bn":"${"a/".repeat(124)}","v":1},`, "]", (at) => `{"n":"${at}","v":1}`),
  "senml: colliding names": array((at) => `{"n":"${at}/a/b/c/d/e/f/g","v":1}`),
  "senml: names alike for 64 characters": (bytes) =>
    filled(bytes, `[{"bn":"${"k".repeat(70)}","v":1},`, "]", (at) => `{"n":"${at}","v":1}`),
  "senml: one name in many units": array((at) => `{"n":"a","u":"u${at}","v":1}`),
  "senml: one series at many times": array((at) => `{"n":"a","t":-${at},"v":1}`),
  "senml: one series at the same time": array(() => '{"n":"a","v":1}'),
  "senml: times that cannot be": array((at) => `{"n":"a","t":${1e9 + at},"v":1}`),
  "senml: times taken already": array((at) => `{"n":"a","t":${at % 2 ? -at / 2000 : 1e9 + at},"v":1}`),
  "senml: empty records": array(() => "{}"),
  "senml: empty records behind one": (bytes) => filled(bytes, '[{"n":"a","v":1},', "]", () => "{}"),
  "senml: strings alone": array((at) => `{"n":"n${at}","vs":"x"}`),
  "senml: a field that must be understood": array((at) => `{"n":"n${at}","q_":1}`),
  "senml: many fields": (bytes) => `[{"n":"a","v":1,${object((at) => `"k${at}":1`)(bytes - 20).slice(1)}]`,
  "senml: long units": array((at) => `{"n":"n${at}","u":"${"u".repeat(200)}","v":1}`),
};

const NATIVE: Record<string, Adversary> = {
  "flat-keys: many keys": object((at) => `"k${at}":1`),
  "flat-keys: numbers for keys": object((at) => `"${at}":1`),
  "flat-keys: scattered numbers for keys": object((at) => `"${(at * 65_536) % 4_294_967_291}":1`),
  "flat-keys: keys of camel case": object((at) => `"aBcDeFgHiJkLmNoP_qR-sT.uV${at}":1`),
  "flat-keys: nothing usable": object((at) => `"k${at}":""`),
  "flat-keys: long digits": long('{"temp":"', "9", '"}'),
  "flat-keys: a long number": long('{"temp":', "9", "}"),
  "flat-keys: a long fraction": long('{"temp":0.', "0", "1}"),
  "flat-keys: many long numbers": object((at) => `"k${at}":"${"1234567890".repeat(30)}.5e-290"`),
  "flat-keys: blanks around a word": long('{"door":"', " ", 'open"}'),
  "typed-sensors: many": (bytes) => filled(bytes, '{"sensors":[', "]}", (at) => `{"key":"k${at}","value":1}`),
  "typed-sensors: one key": (bytes) => filled(bytes, '{"sensors":[', "]}", () => '{"key":"a","value":1}'),
  "typed-sensors: empty": (bytes) => filled(bytes, '{"sensors":[', "]}", () => "{}"),
  "typed-sensors: long units": (bytes) =>
    filled(bytes, '{"sensors":[', "]}", (at) => `{"key":"k${at}","value":1,"unit":"${MARKS.repeat(50)}"}`),
  "classic-temp: many probes": (bytes) => filled(bytes, '{"temp":{', "}}", (at) => `"${at}":1`),
  "classic-temp: probes with humidity": (bytes) =>
    filled(bytes, '{"temp":{', "}}", (at) => `"${at}":{"c":1,"h":2}`),
};

const FOREIGN: Record<string, Adversary> = {
  "nested: long parent": shared(
    "p",
    (name) => `{"${name}":{`,
    "}}",
    (at) => `"${at}":1`,
  ),
  "nested: long parent of marks": shared(
    MARKS,
    (name) => `{"${name}":{`,
    "}}",
    (at) => `"${at}":1`,
  ),
  "nested: long parent of controls": shared(
    "\u200b",
    (name) => `{"${name}":{`,
    "}}",
    (at) => `"${at}":1`,
  ),
  "nested: many parents": object((at) => `"p${at}":{"t":1}`),
  "nested: empty parents": object((at) => `"p${at}":{}`),
  "nested: long parent in Zigbee's envelope": shared(
    "p",
    (name) => `{"ZbReceived":{"${name}":{`,
    "}}}",
    (at) => `"${at}":1`,
  ),
  "nested: long parent in Status 8": shared(
    "p",
    (name) => `{"StatusSNS":{"Time":"","TempUnit":"C","${name}":{`,
    "}}}",
    (at) => `"${at}":1`,
  ),
  "nested: nothing usable": object((at) => `"p${at}":{"t":null}`),
  "wrapped: many keys": (bytes) => filled(bytes, '{"data":{', "}}", (at) => `"k${at}":1`),
  "home-assistant: many": array((at) => `{"state":"1","attributes":{"friendly_name":"n${at}"}}`),
  "home-assistant: nothing usable": array(() => `{"state":"","attributes":{}}`),
  "home-assistant: long unit": long('{"state":"1","attributes":{"unit_of_measurement":"', "u", '"}}'),
  "home-assistant: long class": long('{"state":"1","attributes":{"device_class":"', "u", '"}}'),
  "sensor-community: many": (bytes) =>
    filled(bytes, '{"sensordatavalues":[', "]}", (at) => `{"value_type":"k${at}_P2","value":"1"}`),
  "sensor-community: nothing usable": (bytes) =>
    filled(bytes, '{"sensordatavalues":[', "]}", () => '{"value_type":""}'),
  "shelly-components: many": object((at) => `"switch:${at}":{"apower":1,"voltage":1}`),
  "shelly-components: a long index": long(
    '{"switch:',
    "1",
    '":{"output":true,"apower":1,"act_power":1,"voltage":1,"current":1}}',
  ),
  "shelly-status: many probes": (bytes) =>
    filled(bytes, '{"wifi_sta":{},"ext_temperature":{', "}}", (at) => `"${at}":{"tC":1}`),
  "shelly-status: many meters": (bytes) =>
    filled(bytes, '{"wifi_sta":{},"emeters":[', "]}", () => '{"power":1,"voltage":1,"total":1}'),
  "telegraf: many metrics": (bytes) =>
    filled(bytes, '{"metrics":[', "]}", (at) => `{"name":"${at}","fields":{"a":1},"timestamp":1}`),
  "telegraf: many fields": (bytes) => filled(bytes, '{"name":"a","fields":{', "}}", (at) => `"${at}":1`),
  "telegraf: half of it tags, half of it fields": (bytes) =>
    filled(
      bytes,
      `{"name":"a","tags":{"t":"${"x".repeat(bytes / 2)}"},"fields":{`,
      "}}",
      (at) => `"${at}":1`,
    ),
  "ruuvi: many tags": (bytes) =>
    filled(
      bytes,
      '{"tags":[',
      "]}",
      (at) => `{"id":"${at}","temperature":1,"humidity":1,"pressure":1,"voltage":1}`,
    ),
};

const BROKEN: Record<string, Adversary> = {
  "broken: text without an end": long('{"a":"', "x", ""),
  "broken: escapes without an end": long('{"a":"', "\\\\", ""),
  "broken: a number with a letter behind it": long('{"a":', "1", "x}"),
  "broken: a fraction with a letter behind it": long('{"a":1.', "1", "x}"),
  "broken: an exponent with a letter behind it": long('{"a":1e', "1", "x}"),
  "broken: blanks": long("[", " ", "x]"),
  "broken: only blanks": long("", "\n", ""),
  "broken: many tokens and a comma too many": (bytes) => `${array(() => "1")(bytes - 1).slice(0, -1)},]`,
  "broken: many keys without a value": (bytes) =>
    `${object((at) => `"${at}":1`)(bytes - 6).slice(0, -1)},"a":}`,
  "broken: brackets that open": long("", "[", ""),
  "broken: bare words": long("{", "true ", "}"),
  "empty: many arrays": array(() => "[]"),
  "empty: arrays 63 deep": array(() => "[".repeat(62) + "]".repeat(62)),
  "empty: objects 63 deep": object((at) => `"k${at}":${'{"a":'.repeat(61)}1${"}".repeat(61)}`),
  "empty: many numbers": array(() => "1"),
  "empty: a long text": long('"', "x", '"'),
};

/** Where a style reads a text of the body's own: filled by every alphabet in turn. */
const TEXTS: Record<string, [string, string]> = {
  "senml: name": ['[{"n":"', '","v":1}]'],
  "senml: unit": ['[{"n":"a","v":1,"u":"', '"}]'],
  "senml: two names": ['[{"n":"a","v":1},{"n":"', '","v":1}]'],
  "flat-keys: key": ['{"', '":1}'],
  "flat-keys: text": ['{"door":"', '"}'],
  "typed-sensors: key": ['{"sensors":[{"key":"', '","value":1}]}'],
  "typed-sensors: label": ['{"sensors":[{"key":"a","value":1,"label":"', '"}]}'],
  "typed-sensors: unit": ['{"sensors":[{"key":"a","value":1,"unit":"', '"}]}'],
  "typed-sensors: kind": ['{"sensors":[{"key":"a","value":1,"kind":"', '"}]}'],
  "classic-temp: probe": ['{"temp":{"', '":{"f":1,"c":1,"h":1}}}'],
  "nested: parent": ['{"', '":{"a":1,"b":2,"c":3}}'],
  "nested: member": ['{"a":{"', '":1}}'],
  "wrapped: key": ['{"data":{"', '":1}}'],
  "home-assistant: entity id": ['{"state":"1","entity_id":"', '","attributes":{}}'],
  "home-assistant: friendly name": ['{"state":"1","attributes":{"friendly_name":"', '"}}'],
  "home-assistant: state": ['{"attributes":{},"state":"', '"}'],
  "ruuvi: name": ['{"tags":[{"id":"1","temperature":1,"humidity":1,"pressure":1,"name":"', '"}]}'],
  "telegraf: name": ['{"fields":{"a":1,"b":1},"name":"', '"}'],
  "telegraf: tag": ['{"name":"a","fields":{"a":1,"b":1},"tags":{"t":"', '"}}'],
  "telegraf: field": ['{"name":"a","fields":{"', '":1}}'],
  "sensor-community: type": ['{"sensordatavalues":[{"value":"1","value_type":"', '_P2"}]}'],
  "esphome-state: id": ['{"state":"1 °C","value":1,"id":"sensor-', '"}'],
  "esphome-state: state": ['{"id":"sensor-a","value":1,"state":"', '"}'],
  "esphome-state: name": ['{"id":"sensor-a","value":1,"state":"1","name":"', '"}'],
};

const texts = Object.entries(TEXTS).flatMap(([name, [opening, closing]]) =>
  Object.entries(ALPHABETS).map(([alphabet, pattern]) => [
    `${name} of ${alphabet}`,
    long(opening, pattern, closing),
  ]),
);

/**
 * Bodies for every payload style, each by a name: many members, long names before many, text that is no JSON.
 */
export const ADVERSARIES: Record<string, Adversary> = { ...SENML, ...NATIVE, ...FOREIGN, ...BROKEN };

/** One long text wherever a style reads one, in every alphabet. */
export const LONG_TEXTS: Record<string, Adversary> = Object.fromEntries(texts);
