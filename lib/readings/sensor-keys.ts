import { LIMITS } from "../../schema/limits.ts";
import { capital, fnv1a, remembered } from "../kernel/text.ts";
import words from "./words.json" with { type: "json" };

/** Control, format and unassigned characters, lone surrogates, line and paragraph separators. */
const NOT_IN_KEYS = /[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/gu;

/** Labels keep the joiners that emoji and some scripts need, but nothing that turns text around. */
const NOT_IN_LABELS =
  /[\p{Cc}\p{Cs}\p{Zl}\p{Zp}\u061c\u200b\u200e\u200f\u202a-\u202e\u2060\u2066-\u2069\ufeff]/gu;

/** Only the start of a long text is read: no character has more than two units of UTF-16. */
const cut = (text: string, characters: number): string =>
  text.length <= characters ? text : [...text.slice(0, 2 * characters)].slice(0, characters).join("");

/**
 * A sensor key of 1–64 characters; null where nothing is left. A longer name keeps its start and ends in a number for the
 * whole of it, so that two names that begin alike stay two keys.
 */
export const cleanKey = (text: string): string | null => keyStart(text) || null;

/** What stands before the names of a thing's sensors in their keys. */
export const keyStart = remembered((text) => {
  const clean = text.replace(NOT_IN_KEYS, "").trim();
  if (cut(clean, LIMITS.sensorKeyCharactersMax).length === clean.length) return clean;
  const mark = `~${fnv1a(clean).toString(16).padStart(HASH_CHARACTERS, "0")}`;
  return `${cut(clean, LIMITS.sensorKeyCharactersMax - mark.length)}${mark}`;
});

const HASH_CHARACTERS = 8;

/** What a label can show of a name, put before other text. */
export const labelStart = (name: string): string =>
  cut(name.replace(NOT_IN_LABELS, "").trimStart(), LIMITS.labelCharactersMax);

/** A label to show; the fallback (a clean key) where the text leaves nothing. */
export const cleanLabel = (text: unknown, fallback: string): string => {
  if (typeof text !== "string") return fallback;
  return labelStart(text).trimEnd() || fallback;
};

/** Health and the metadata that firmware adds: these names never become sensors, in any payload style. */
const NEVER_SENSORS = new Set(words.neverSensors);

const NEVER_SENSOR_FORMS =
  /version$|^ram_|^update|(?:^|_)timestamp$|seq_?n(?:o|um|umber|r)$|^_?childid$|(?:tx|rx|pkt|msg)_?count$|^batt?(?:ery)?_?status$|^low_?batt|^usunits$|^rxcheckpercent$|^ago$|^serial_?n|(?:^|_)serial(?:_?n(?:o|um|umber|r))?$|^battery(?:_?(?:level|low|percent(?:age)?|pct|voltage|mv|ok|charge|remaining)){1,3}$|^(?:device|sensor|node|packet)_?id$|^vbatt?$|^batt?_?v$|^f_?(?:cnt|port)$|^free_?heap$|^heap(?:_free)?$|^(?:boot|reset|error)s?(?:_?count)?$|^\d{4}-\d\d-\d\d[t ]\d\d:\d\d/;

/** True if a name is on the one list of names that aren't sensors; case doesn't matter. */
export const isNeverSensor = remembered((name: string): boolean => {
  const lower = name.toLowerCase();
  return NEVER_SENSORS.has(lower) || NEVER_SENSOR_FORMS.test(lower);
});

/** Putting a long run of combining marks into order takes quadratic time; of a name only so much is read. */
const SLUG_READ_MAX = 256;

/** A key out of a display name: `Crawl space` → `crawl_space`; empty where nothing is left of it. */
export const slug = (text: string): string =>
  text
    .slice(0, SLUG_READ_MAX)
    .normalize("NFKD")
    .replace(/\p{M}/gu, "")
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, "_")
    .replace(/^_|_$/g, "");

/** A key is cut off long before; what stands behind it is not worth the time. */
const NAME_READ_MAX = 96;

const ASCII = /^[\0-\x7f]*$/;

/** What other languages write as a letter of its own. */
const WITHOUT_MARK: Record<string, string> = { ß: "ss", ø: "o", æ: "ae", ł: "l", ı: "i" };

/** `température` and `Tür` in the letters of known names: `temperature`, `tuer`. */
export const withoutAccents = (text: string): string =>
  ASCII.test(text)
    ? text
    : text
        .normalize("NFKD")
        .replace(/(?<=[aouAOU])\u0308/g, "e")
        .replace(/\p{M}/gu, "")
        .replace(/[ßøæłı]/gi, (letter) => WITHOUT_MARK[letter.toLowerCase()] ?? letter);

/** `radonShortTermAvg`, `TempC_SHT` and `PM2.5` as `radon_short_term_avg`, `temp_c_sht` and `pm2_5`. */
export const snake = remembered((name: string): string => {
  const short = name.slice(0, NAME_READ_MAX);
  return /^[a-z\d_]*$/.test(short) ? short : inSnake(withoutAccents(short));
});

const inSnake = (name: string): string =>
  name
    .replace(/(?<=[\p{Ll}\p{N}])(?<!_[mk])(?=\p{Lu})|(?<=\p{Lu})(?=\p{Lu}\p{Ll})/gu, "_")
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, "_")
    .replace(/^_|_$/g, "");

/** Words that senders cut short; what only names a unit is left out. */
const WORDS = new Map(Object.entries(words.wordsForPeople));

/** A name for people: `soil_moisture` is `Soil moisture`, `temp_c` is `Temperature`; what people named stays. */
export const worded = remembered((name: string): string => {
  if (/\s/.test(name)) return name;
  const said = inSnake(name.slice(0, NAME_READ_MAX))
    .replace(/pm_?2_5/, "pm25")
    .split("_")
    .map((word) => WORDS.get(word) ?? word)
    .filter(Boolean)
    .join(" ");
  const text = said || name;
  return /^(?:CO₂|eCO₂|NOx)/.test(text) ? text : capital(text);
});
