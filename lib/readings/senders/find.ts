import { entriesOf, isJsonObject } from "../json.ts";
import type { Sender } from "./sender.ts";

/** The senders by the members that give them away. */
export const byMark = (senders: readonly Sender[]): Map<string, Sender[]> => {
  const index = new Map<string, Sender[]>();
  for (const sender of senders)
    for (const mark of sender.marks) index.set(mark, [...(index.get(mark) ?? []), sender]);
  return index;
};

/** The sender that a body's members give away; null for none. Each is asked once a mark of its own. */
export const senderOf = (body: unknown, index: Map<string, Sender[]>): Sender | null => {
  const asked = Array.isArray(body) ? body.find(isJsonObject) : body;
  if (!isJsonObject(asked)) return null;
  for (const [name] of entriesOf(asked)) {
    const found = index.get(name)?.find((sender) => sender.claims(body));
    if (found !== undefined) return found;
  }
  return null;
};
