import { createContext, useContext } from "hono/jsx";
import type { Teller } from "../format/teller.ts";

const Scope = createContext<Teller | null>(null);

/** Every document provides its reader's teller; a part that is rendered without its document needs this around it. */
export const TellerScope = Scope.Provider;

/** How the page that a component stands on speaks to its reader: its words, units, zone and time. */
export function useTeller(): Teller {
  const teller = useContext(Scope);
  if (teller === null) throw new Error("Rendered outside a document");
  return teller;
}
