import { LANGUAGES, type Language, type Receipt } from "../../../schema/vocabulary.ts";
import type { AlertNews } from "../../../schema/wire/events.ts";
import { CALLS, spokenNewsText } from "../../language/channel-words.ts";
import type { MessageContent } from "../content.ts";
import { type TwimlElement, twimlOf, twimlWithin } from "../twiml.ts";

const TIMES_SAID = 3;
const WAIT_SECONDS = "8";
/** Twilio takes 4,000 characters of TwiML, in which this stands so often. */
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

/** What a voice can read: units as words, and no address of a page. */
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

/** What a voice says of a message: its news, its code, or else its text. */
export function spokenText({ text, event, code, language = LANGUAGES[0] }: MessageContent): string {
  if (code !== undefined) return CALLS[language].code([...code].join(", "));
  return event?.type === "alerts.changed" ? spokenNews(event.data, language) : readAloud(text, language);
}

type SaidCall = {
  text: string;
  language: Language;
  /** Where a key that is pressed is posted; null where nothing can be answered. */
  answerUrl: string | null;
  /** True if it is news about which there is more to see. */
  isNews: boolean;
};

/** A whole call: said some times, each time with the question; a machine that listens answers nothing. */
export function callTwiml({ text, language, answerUrl, isNews }: SaidCall): string {
  const { press, link, bye } = CALLS[language];
  const last = answerUrl !== null ? press : isNews ? link : "";
  const said = say(`${readAloud(text, language)} ${last}`.trim(), language);
  const once = answerUrl === null ? said : gather(said, answerUrl);
  const times = Array.from({ length: TIMES_SAID }, () => once);
  return twimlOf([{ name: "Pause", attributes: { length: "1" } }, ...times, say(bye, language)]);
}

/** The reply to a key: 1 acknowledges, after any other key the call asks once more. */
export function keyTwiml(answer: "taken" | "over" | "again", language: Language, answerUrl: string): string {
  const { press } = CALLS[language];
  if (answer !== "again") return twimlOf([say(CALLS[language][answer], language)]);
  return twimlOf([gather(say(press, language), answerUrl)]);
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

/** How a call ended; an answering machine that took it is nobody. Null for a status in between. */
export function callReceipt(status: string | null, answeredBy: string | null): Receipt | null {
  const receipt = ENDS.get(status) ?? null;
  const isMachine = answeredBy !== null && /^(machine|fax)/.test(answeredBy);
  return receipt === "delivered" && isMachine ? "machine" : receipt;
}

/** After which somebody is called again, while nobody has the alert. */
export const isMissed = (receipt: Receipt): boolean =>
  receipt === "busy" || receipt === "no_answer" || receipt === "failed" || receipt === "machine";
