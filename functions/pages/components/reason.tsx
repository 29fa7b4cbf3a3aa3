import type { StoredReason } from "../../../lib/alerts/reason.ts";
import type { Words } from "../../../lib/language/en/pages.ts";
import { reasonText } from "../../../lib/language/given-names.ts";
import { REASONS } from "../../../lib/language/languages.ts";
import { sayIn } from "../../../lib/language/say.ts";
import { isOwnFailure } from "../../../lib/messages/delivery/own-failure.ts";
import type { Teller } from "../format/teller.ts";

/** Why something was decided, in the reader's language and unit; what is older than the codes is an English sentence. */
export function Reason({ reason, teller }: { reason: StoredReason; teller: Teller }) {
  if (typeof reason === "string") return <span lang="en">{reason}</span>;
  const { language, unit, timeZone } = teller;
  const say = sayIn({ language, temperatureUnit: unit, timeZone });
  return <span>{reasonText(reason, REASONS[language], say)}</span>;
}

/** Why a message was not sent; what a provider says stands in its own words. */
export function Failure({ text, words }: { text: string; words: Words }) {
  return isOwnFailure(text) ? <span>{words.failures[text]}</span> : <span lang="en">{text}</span>;
}
