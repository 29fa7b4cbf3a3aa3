import { type Measured, readValue } from "../values.ts";

/** Words that senders write for a state that is on, open, wet, moving or detected. */
const ON = new Set(
  "on open opened opening true yes wet leak leaking leaked flood flooded water detected detect alarm alert triggered motion moving active occupied present presence pressed smoke vibration".split(
    " ",
  ),
);
const OFF = new Set(
  "off close closed closing false no dry noleak normal clear undetected notdetected none ok safe idle inactive nomotion unoccupied vacant absent away still noalarm nowater released standby".split(
    " ",
  ),
);

const WORD_CHARACTERS_MAX = 24;

const known = (text: string): boolean | null => {
  if (text.length > WORD_CHARACTERS_MAX) return null;
  const word = text.toLowerCase().replace(/[\s_-]/g, "");
  return ON.has(word) ? true : OFF.has(word) ? false : null;
};

/** A value, or a word that is known to name a state. */
export const readStateWord = (raw: unknown): Measured | null => {
  const measured = readValue(raw);
  if (measured !== null || typeof raw !== "string") return measured;
  const isOn = known(raw);
  return isOn === null ? null : { value: isOn ? 1 : 0, isState: true };
};

/** A state of a field that names its words itself. */
export const readWordOf = (raw: unknown, onWords: readonly string[]): Measured | null => {
  if (typeof raw !== "string" || raw === "") return readValue(raw);
  return { value: onWords.includes(raw) ? 1 : 0, isState: true };
};
