import { LIMITS } from "../../schema/limits.ts";
import { capital, fnv1a, inLatinLetters, remembered } from "../kernel/text.ts";
import words from "./words.json" with { type: "json" };

/** Control, format and unassigned characters, lone surrogates, line and paragraph separators. */
const NOT_IN_KEYS = /[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/gu;

/** Labels keep the joiners that emoji and some scripts need, but no characters that change the text direction. */
const NOT_IN_LABELS =
  /[\p{Cc}\p{Cs}\p{Zl}\p{Zp}\u061c\u200b\u200e\u200f\u202a-\u202e\u2060\u2066-\u2069\ufeff]/gu;

/** Cuts a text to a number of characters. Reads only its start: a character has at most two UTF-16 units. */
const cut = (text: string, characters: number): string =>
  text.length <= characters ? text : [...text.slice(0, 2 * characters)].slice(0, characters).join("");

/**
 * Returns a sensor key of 1–64 characters; null if nothing is left. A longer name keeps its start and ends in a hash of
 * the whole, so that two names with the same start stay two keys.
 */
export const cleanKey = (text: string): string | null => keyStart(text) || null;

/** Returns the prefix of the keys of a thing's sensors. */
export const keyStart = remembered((text) => {
  const clean = text.replace(NOT_IN_KEYS, "").trim();
  if (cut(clean, LIMITS.sensorKeyCharactersMax).length === clean.length) return clean;
  const mark = `~${fnv1a(clean).toString(16).padStart(HASH_CHARACTERS, "0")}`;
  return `${cut(clean, LIMITS.sensorKeyCharactersMax - mark.length)}${mark}`;
});

const HASH_CHARACTERS = 8;

/** Returns the part of a name that a label can show before other text. */
export const labelStart = (name: string): string =>
  cut(name.replace(NOT_IN_LABELS, "").trimStart(), LIMITS.labelCharactersMax);

/** Returns a label to show, or the fallback (a clean key) if nothing is left of the text. */
export const cleanLabel = (text: unknown, fallback: string): string => {
  if (typeof text !== "string") return fallback;
  return labelStart(text).trimEnd() || fallback;
};

/** Health and metadata that firmware adds: never sensors, in any payload style. */
const NEVER_SENSORS = new Set(words.neverSensors);

const NEVER_SENSOR_FORMS =
  /version$|^ram_|^update|(?:^|_)timestamp$|seq_?n(?:o|um|umber|r)$|^_?childid$|(?:tx|rx|pkt|msg)_?count$|^batt?(?:ery)?_?status$|^low_?batt|^usunits$|^rxcheckpercent$|^ago$|^(?:serial|fabrication)_?n|(?:^|_)serial(?:_?n(?:o|um|umber|r))?$|^battery(?:_?(?:level|low|percent(?:age)?|pct|voltage|mv|ok|charge|remaining)){1,3}$|^(?:device|sensor|node|packet)_?id$|^vbatt?$|^batt?_?v$|^f_?(?:cnt|port)$|^free_?heap$|^heap(?:_free)?$|^(?:boot|reset|error)s?(?:_?count)?$|^\d{4}-\d\d-\d\d[t ]\d\d:\d\d/;

/** True if a name is never a sensor; case doesn't matter. */
export const isNeverSensor = remembered((name: string): boolean => {
  const lower = name.toLowerCase();
  return NEVER_SENSORS.has(lower) || NEVER_SENSOR_FORMS.test(lower);
});

/** Ordering a long run of combining marks takes quadratic time, so only this much of a name is read. */
const SLUG_READ_MAX = 256;

/** Returns a key for a display name: `Crawl space` → `crawl_space`; empty if nothing is left. */
export const slug = (text: string): string =>
  text
    .slice(0, SLUG_READ_MAX)
    .normalize("NFKD")
    .replace(/\p{M}/gu, "")
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, "_")
    .replace(/^_|_$/g, "");

/** A key is cut long before this; the rest isn't worth reading. */
const NAME_READ_MAX = 96;

const ASCII = /^[\0-\x7f]*$/;

/** Spells `température` and `Tür` like known names: `temperature`, `tuer`. */
export const withoutAccents = (text: string): string => {
  if (ASCII.test(text)) return text;
  const umlauts = text.normalize("NFKD").replace(/(?<=[aouAOU])\u0308/g, "e");
  const plain = inLatinLetters(umlauts.replace(/\p{M}/gu, ""));
  // The syllables of Korean came apart, too.
  return /[\u1100-\u11ff]/.test(plain) ? plain.normalize("NFC") : plain;
};

/** Turns `radonShortTermAvg`, `TempC_SHT` and `PM2.5` into `radon_short_term_avg`, `temp_c_sht` and `pm2_5`. */
export const snake = remembered((name: string): string => {
  const short = name.slice(0, NAME_READ_MAX);
  return /^[a-z\d_]*$/.test(short) ? short : inSnake(withoutAccents(short));
});

/** Where a word begins, and a unit, which is one word: `pressure_hPa`, `totalKWh`. */
const WORD =
  /(?:(?<![a-z])[khm](?:Pa|Wh?|VA?|Ah?|Hz)|(?:[KM]|(?<!wee)k)Wh)(?![a-z])|(?<=[\p{Ll}\p{N}])(?<!_[mk])(?=\p{Lu})|(?<=\p{Lu})(?=\p{Lu}\p{Ll})/gu;

const inSnake = (name: string): string =>
  name
    .replace(WORD, (unit) => (unit === "" ? "_" : `_${unit}_`))
    .toLowerCase()
    // In Thai and Hindi, vowels are marks.
    .replace(/[^\p{L}\p{M}\p{N}]+/gu, "_")
    .replace(/^_|_$/g, "");

/** Full words for senders' abbreviations; empty for mere units. */
const WORDS = new Map(Object.entries(words.wordsForPeople));

/** Returns a name for people: `soil_moisture` → `Soil moisture`, `temp_c` → `Temperature`; names with spaces stay. */
export const worded = remembered((name: string): string => {
  if (/\s/.test(name)) return name;
  const said = inSnake(name.slice(0, NAME_READ_MAX))
    .replace(/^deg(?=_[cf]$|$)|pm_?2_5/, (word) => (word === "deg" ? "temperature" : "pm25"))
    .split("_")
    .map((word) => WORDS.get(word) ?? word)
    .filter(Boolean)
    .join(" ");
  const text = said || name;
  return /^(?:CO₂|eCO₂|NOx)/.test(text) ? text : capital(text);
});
