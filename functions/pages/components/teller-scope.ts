import { createContext, useContext } from "hono/jsx";
import { type Action, may } from "../../../lib/people/entitlement.ts";
import type { Member } from "../../../lib/people/items.ts";
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
