import type { Channel, ContactScope, HomeContactState, Language } from "../../../schema/vocabulary.ts";
import { maskedRecipient } from "../../outbox/shown-delivery.ts";

/** A row of `home_contacts`, without what opens anything. */
export type OutsiderRecord = {
  id: string;
  name: string;
  channel: Channel;
  address: string;
  language: Language;
  tells: ContactScope;
  spaces: string[];
  confirmedAt: Date | null;
  stoppedAt: Date | null;
};

/** `asked`: they have not answered yet. `stopped`: they said no, or stop, and cannot be asked again. */
export type HomeContact = OutsiderRecord & { state: HomeContactState };

export const stateOf = ({
  confirmedAt,
  stoppedAt,
}: Pick<OutsiderRecord, "confirmedAt" | "stoppedAt">): HomeContactState => {
  if (stoppedAt !== null) return "stopped";
  return confirmedAt === null ? "asked" : "ok";
};

/** The home's own people typed the address: the mask is for others who read the list, such as a viewer. */
export const shownOutsider = (record: OutsiderRecord): HomeContact => ({
  ...record,
  address: maskedRecipient(record.channel, record.address),
  state: stateOf(record),
});
