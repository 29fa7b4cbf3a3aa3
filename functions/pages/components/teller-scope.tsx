import { createContext, useContext } from "hono/jsx";
import { REASONS } from "../../../lib/language/languages.ts";
import type { StoredReason } from "../../../lib/language/reason.ts";
import { reasonText } from "../../../lib/language/reason-text.ts";
import { sayIn } from "../../../lib/language/say.ts";
import { isOwnFailure } from "../../../lib/outbox/shown-delivery.ts";
import type { Member } from "../../../lib/people/activity.ts";
import { type Action, may } from "../../../lib/people/entitlement.ts";
import type { Teller } from "../format/teller.ts";

/** `member`: whoever is signed in; absent for readers of a link. */
type Scope = { teller: Teller; member?: Member | undefined };

const Scoped = createContext<Scope | null>(null);

/** Every document provides it; a part that is rendered without its document needs this around it. */
export const ReaderScope = Scoped.Provider;

function useReader(): Scope {
  const scope = useContext(Scoped);
  if (scope === null) throw new Error("Rendered outside a document");
  return scope;
}

/** How the page that a component stands on speaks to its reader: its words, units, zone and time. */
export const useTeller = (): Teller => useReader().teller;

export const useMember = (): Member | undefined => useReader().member;

/** If the reader may, or whether it is their role or their plan that doesn't let them. */
export function useVerdict(action: Action): ReturnType<typeof may> {
  const { member } = useReader();
  return member === undefined ? "role" : may(action, member);
}

/** Nothing is offered that would refuse the reader. */
export const useMay = (action: Action): boolean => useVerdict(action) === "yes";

/** `2 minutes ago`, which the browser keeps true while the page stands open. */
export function Ago({ at }: { at: Date | string | number }) {
  const { ago, dateTime } = useTeller();
  return (
    <time datetime={new Date(at).toISOString()} data-ago title={dateTime(at)}>
      {ago(at)}
    </time>
  );
}

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
