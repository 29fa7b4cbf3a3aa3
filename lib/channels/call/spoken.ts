import { LANGUAGES, type Language, type Receipt } from "../../../schema/vocabulary.ts";
import type { AlertNews } from "../../../schema/wire/events.ts";
import { CALLS, type Holder, heldText, spokenNewsText } from "../../language/channel-words.ts";
import type { MessageContent } from "../content.ts";
import { type TwimlElement, twimlOf, twimlWithin } from "../twiml.ts";

const TIMES_SAID = 3;
const WAIT_SECONDS = "8";
/** Twilio accepts 4,000 characters of TwiML, which contain the text `TIMES_SAID` times. */
const TEXT_UNITS_MAX = 800;

const UNITS = [
  [/\s{0,4}°F/g, "fahrenheit"],
  [/\s{0,4}°C/g, "celsius"],
  [/\s{0,4}%/g, "percent"],
] as const;

const ENDS = new Map<string | null, Receipt>([
  ["completed", "delivered"],
  ["busy", "busy"],
  ["no-answer", "no_answer"],
  ["failed", "failed"],
  ["canceled", "failed"],
]);

/** Prepares a text for a voice: units as words, and no URLs. */
function readAloud(text: string, language: Language): string {
  const spoken = UNITS.reduce((said, [sign, unit]) => said.replace(sign, ` ${CALLS[language][unit]}`), text);
  return twimlWithin(spoken.replace(/https?:\/\/\S+/g, ""), TEXT_UNITS_MAX);
}

export function spokenNews(
  { home, alerts }: { home: string; alerts: readonly AlertNews[] },
  language: Language,
): string {
  const [first] = alerts;
  return first === undefined
    ? ""
    : readAloud(spokenNewsText(home, first, alerts.length - 1, language), language);
}

/** Returns the spoken text of a message: its code, its news, or otherwise its text. */
export function spokenText({ text, event, code, language = LANGUAGES[0] }: MessageContent): string {
  if (code !== undefined) return CALLS[language].code([...code].join(", "));
  return event?.type === "alerts.changed" ? spokenNews(event.data, language) : readAloud(text, language);
}

type SaidCall = {
  text: string;
  language: Language;
  /** Where Twilio posts the pressed key; null for a call without an answer. */
  answerUrl: string | null;
  /** True if the message has a page with more about its news. */
  isNews: boolean;
};

/** Writes a whole call: the text several times, each time with the question for a key, which no machine presses. */
export function callTwiml({ text, language, answerUrl, isNews }: SaidCall): string {
  const { press, link, bye } = CALLS[language];
  const last = answerUrl !== null ? press : isNews ? link : "";
  const said = say(`${readAloud(text, language)} ${last}`.trim(), language);
  const once = answerUrl === null ? said : gather(said, answerUrl);
  const times = Array.from({ length: TIMES_SAID }, () => once);
  return twimlOf([{ name: "Pause", attributes: { length: "1" } }, ...times, say(bye, language)]);
}

/** Writes the reply to a pressed key: 1 acknowledges; after any other key the call asks once more. */
export function keyTwiml(answer: Holder | "over" | "again", language: Language, answerUrl: string): string {
  const { press, over, taken } = CALLS[language];
  if (answer === "again") return twimlOf([gather(say(press, language), answerUrl)]);
  return twimlOf([say(answer === "over" ? over : heldText(answer, language, taken), language)]);
}

const say = (text: string, language: Language): TwimlElement => ({
  name: "Say",
  attributes: { language: CALLS[language].voice },
  text,
});

const gather = (inside: TwimlElement, action: string): TwimlElement => ({
  name: "Gather",
  attributes: { numDigits: "1", timeout: WAIT_SECONDS, method: "POST", action },
  inside: [inside],
});

/** Returns how a call ended, or null if it has not. A call that an answering machine took counts as unanswered. */
export function callReceipt(status: string | null, answeredBy: string | null): Receipt | null {
  const receipt = ENDS.get(status) ?? null;
  const isMachine = answeredBy !== null && /^(machine|fax)/.test(answeredBy);
  return receipt === "delivered" && isMachine ? "machine" : receipt;
}

/** True if the person should be called again, unless somebody has acknowledged the alert. */
export const isMissed = (receipt: Receipt): boolean =>
  receipt === "busy" || receipt === "no_answer" || receipt === "failed" || receipt === "machine";
