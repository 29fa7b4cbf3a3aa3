import { remembered } from "../../kernel/remembered.ts";
import { capital } from "../../kernel/text.ts";
import words from "../words.json" with { type: "json" };

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
