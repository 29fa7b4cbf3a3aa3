import { REASONS } from "../../../lib/language/languages.ts";
import type { StoredReason } from "../../../lib/language/reason.ts";
import { reasonText } from "../../../lib/language/reason-text.ts";
import { sayIn } from "../../../lib/language/say.ts";
import { isOwnFailure } from "../../../lib/outbox/shown-delivery.ts";
import { useTeller } from "./teller-scope.ts";

/** Why something was decided, in the reader's language and unit; what is older than the codes is an English sentence. */
export function Reason({ reason }: { reason: StoredReason }) {
  if (typeof reason === "string") return <span lang="en">{reason}</span>;
  const { language, unit, timeZone } = useTeller();
  const say = sayIn({ language, temperatureUnit: unit, timeZone });
  return <span>{reasonText(reason, REASONS[language], say)}</span>;
}

/** Why a message was not sent; what a provider says stands in its own words. */
export const Failure = ({ text }: { text: string }) =>
  isOwnFailure(text) ? <span>{useTeller().words.failures[text]}</span> : <span lang="en">{text}</span>;
