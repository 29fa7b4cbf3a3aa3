import { type Measured, readValue } from "../values.ts";
import { withoutAccents } from "./snake.ts";

/** Words that senders write for a state that is on, open, wet, moving or detected. */
const ON = new Set(
  `on open opened opening true yes wet leak leaking leaked flood flooded water detected detect alarm alert triggered
  motion moving active occupied present presence pressed smoke vibration ajar unlatched
  an offen geoeffnet auf nass ja wahr erkannt bewegung ouvert ouverte oui mouille detecte actif abierto abierta si
  mojado humedo detectado aperto aperta bagnato rilevato geopend nat ja aan`.split(/\s+/),
);
const OFF = new Set(
  `off close closed closing false no dry noleak normal clear undetected notdetected none ok safe idle inactive
  nomotion unoccupied vacant absent away still noalarm nowater released standby
  aus zu geschlossen trocken nein falsch ferme fermee non sec seco cerrado cerrada apagado chiuso chiusa asciutto
  spento gesloten dicht droog nee uit`.split(/\s+/),
);

const WORD_CHARACTERS_MAX = 24;

/** What may stand before a state: `door closed`, `Water detected`. */
const SUBJECTS = new Set(
  "the is door window leak water motion contact sensor tuer fenster porte puerta".split(" "),
);
/** `no leak`, `not detected`: the other way round. */
const NOT = new Set("no not kein keine nicht pas sin non geen".split(" "));

const one = (word: string): boolean | null => (ON.has(word) ? true : OFF.has(word) ? false : null);

const several = (words: string[]): boolean | null => {
  const said = one(words.at(-1) ?? "");
  const before = words.slice(0, -1);
  if (said === null || !before.every((word) => SUBJECTS.has(word) || NOT.has(word))) return null;
  const isNot = before.some((word) => NOT.has(word));
  return isNot ? (said ? false : null) : said;
};

const known = (text: string): boolean | null => {
  if (text.length > WORD_CHARACTERS_MAX) return null;
  const words = withoutAccents(text)
    .toLowerCase()
    .split(/[\s_-]+/);
  return one(words.join("")) ?? several(words);
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
