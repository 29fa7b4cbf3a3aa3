import { type AlertKind, LANGUAGES, type Language } from "../../../schema/vocabulary.ts";
import type { AlertNews } from "../../../schema/wire/events.ts";
import type { MessageContent } from "../../messages/message.ts";
import { type TwimlElement, twimlOf } from "../twiml.ts";

const VOICES: Record<Language, string> = { en: "en-US", es: "es-MX" };
const TIMES_SAID = 3;
const WAIT_SECONDS = "8";
/** Twilio takes 4,000 characters of TwiML, in which this stands so often, escaped. */
const TEXT_CHARACTERS_MAX = 400;

/** A kind that has no words here yet is an alert. */
const KINDS_ES: { readonly [K in AlertKind]?: string } = {
  freeze: "peligro de congelación",
  humidity: "humedad",
  leak: "hay agua donde no debe",
  outage: "un dispositivo no da señales",
  forecast: "se espera una helada",
  time_to_freeze: "el hogar se enfría hacia el punto de congelación",
  heating_stopped: "la calefacción se ha parado",
  cold_storage: "un congelador o una nevera está demasiado caliente",
  sensor_fault: "un sensor no funciona bien",
  incident: "varias alertas con una misma causa",
  rule: "se cumple una regla propia",
};

type Spoken = {
  news: (home: string, first: AlertNews, more: number) => string;
  press: string;
  link: string;
  taken: string;
  over: string;
  code: (digits: string) => string;
  bye: string;
};

const WORDS: Record<Language, Spoken> = {
  en: {
    news: (home, { headline }, more) =>
      `This is Hearthwatch, calling for ${home}. ${headline}.${more > 0 ? ` And ${more} more ${more === 1 ? "alert" : "alerts"}.` : ""}`,
    press: "Press 1 to say that you're on it.",
    link: "See your messages for more.",
    taken: "Thank you. You're on it. Reminders stop, unless it gets worse.",
    over: "There is nothing left to acknowledge. Goodbye.",
    code: (digits) => `This is Hearthwatch. Your code is ${digits}.`,
    bye: "Goodbye.",
  },
  es: {
    news: (home, { kind, space, sensor, device, value, unit }, more) => {
      const place = [space, sensor ?? device].filter((name) => name !== null && name !== "").join(", ");
      const measured = value === null || unit === null ? "" : `: ${Math.round(value * 10) / 10} ${unit}`;
      const others = more > 0 ? ` Y ${more} ${more === 1 ? "alerta" : "alertas"} más.` : "";
      return `Le llama Hearthwatch, por ${home}. Alerta: ${KINDS_ES[kind] ?? "hay una alerta"}. ${place}${measured}.${others}`;
    },
    press: "Pulse 1 para decir que usted se ocupa.",
    link: "Vea sus mensajes para saber más.",
    taken: "Gracias. Usted se ocupa. No habrá más recordatorios, salvo que empeore.",
    over: "Ya no queda nada de que ocuparse. Adiós.",
    code: (digits) => `Le llama Hearthwatch. Su código es ${digits}.`,
    bye: "Adiós.",
  },
};

const UNITS: Record<Language, readonly [RegExp, string][]> = {
  en: [
    [/\s{0,4}°F/g, " degrees Fahrenheit"],
    [/\s{0,4}°C/g, " degrees Celsius"],
    [/\s{0,4}%/g, " percent"],
  ],
  es: [
    [/\s{0,4}°F/g, " grados Fahrenheit"],
    [/\s{0,4}°C/g, " grados Celsius"],
    [/\s{0,4}%/g, " por ciento"],
  ],
};

/** What a voice can read: units as words, and no address of a page. */
function readAloud(text: string, language: Language): string {
  const spoken = UNITS[language].reduce((said, [unit, word]) => said.replace(unit, word), text);
  return [...spoken.replace(/https?:\/\/\S+/g, "")].slice(0, TEXT_CHARACTERS_MAX).join("");
}

/** Who calls, for which home, the worst of its news and how many more there are. */
export function spokenNews(
  { home, alerts }: { home: string; alerts: readonly AlertNews[] },
  language: Language,
): string {
  const [first] = alerts;
  return first === undefined ? "" : readAloud(WORDS[language].news(home, first, alerts.length - 1), language);
}

/** Digit by digit. */
export const spokenCode = (code: string, language: Language): string =>
  WORDS[language].code([...code].join(", "));

/** What a voice says of a message: its news, its code, or else its text. */
export function spokenText({ text, event, code, language = LANGUAGES[0] }: MessageContent): string {
  if (code !== undefined) return spokenCode(code, language);
  return event?.type === "alerts.changed" ? spokenNews(event.data, language) : readAloud(text, language);
}

type SaidCall = {
  text: string;
  language: Language;
  /** Where a key that is pressed is posted; null where nothing can be answered. */
  answerUrl: string | null;
  /** Whether it is news, about which there is more to see. */
  isNews: boolean;
};

/** A whole call: said some times, each time with the question; a machine that listens answers nothing. */
export function callTwiml({ text, language, answerUrl, isNews }: SaidCall): string {
  const { press, link, bye } = WORDS[language];
  const last = answerUrl !== null ? press : isNews ? link : "";
  const said = say(`${readAloud(text, language)} ${last}`.trim(), language);
  const once = answerUrl === null ? said : gather(said, answerUrl);
  const times = Array.from({ length: TIMES_SAID }, () => once);
  return twimlOf([{ name: "Pause", attributes: { length: "1" } }, ...times, say(bye, language)]);
}

/** What is said to a key: 1 has taken it on, any other is asked once more. */
export function keyTwiml(answer: "taken" | "over" | "again", language: Language, answerUrl: string): string {
  const { press } = WORDS[language];
  if (answer !== "again") return twimlOf([say(WORDS[language][answer], language)]);
  return twimlOf([gather(say(press, language), answerUrl)]);
}

const say = (text: string, language: Language): TwimlElement => ({
  name: "Say",
  attributes: { language: VOICES[language] },
  text,
});

const gather = (inside: TwimlElement, action: string): TwimlElement => ({
  name: "Gather",
  attributes: { numDigits: "1", timeout: WAIT_SECONDS, method: "POST", action },
  inside: [inside],
});
