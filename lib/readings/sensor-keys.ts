import { LIMITS } from "../../schema/limits.ts";
import { remembered } from "../kernel/remembered.ts";
import { fnv1a } from "../kernel/text.ts";
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
  /version$|^ram_|^update|(?:^|_)timestamp$|seq_?n(?:o|um|umber|r)$|^_?childid$|(?:tx|rx|pkt|msg)_?count$|^batt?(?:ery)?_?status$|^low_?batt|^usunits$|^rxcheckpercent$|^ago$|^serial_?n|(?:^|_)serial(?:_?n(?:o|um|umber|r))?$|^battery(?:_?(?:level|low|percent(?:age)?|pct|voltage|mv|ok|charge|remaining)){1,3}$|^(?:device|sensor|node|packet)_?id$|^vbatt?$|^batt?_?v$|^f_?(?:cnt|port)$|^free_?heap$|^heap(?:_free)?$|^(?:boot|reset|error)s?(?:_?count)?$/;

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
