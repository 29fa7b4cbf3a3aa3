import type { Channel, ContactScope, HomeContactState, Language } from "../../../schema/vocabulary.ts";
import { maskedRecipient } from "../delivery/shown-delivery.ts";

/** `asked`: they have not answered yet. `stopped`: they said no, or stop, and cannot be asked again. */
export type HomeContact = {
  id: string;
  name: string;
  channel: Channel;
  address: string;
  language: Language;
  tells: ContactScope;
  spaces: string[];
  state: HomeContactState;
  created_at: string;
};

/** A row of `home_contacts`, without what opens anything. */
export type OutsiderRecord = Omit<HomeContact, "state" | "created_at"> & {
  channel: Channel;
  confirmedAt: Date | null;
  stoppedAt: Date | null;
  createdAt: Date;
};

export const stateOf = ({
  confirmedAt,
  stoppedAt,
}: Pick<OutsiderRecord, "confirmedAt" | "stoppedAt">): HomeContactState => {
  if (stoppedAt !== null) return "stopped";
  return confirmedAt === null ? "asked" : "ok";
};

/** The home's own people typed the address: the mask is for others who read the list, such as a viewer. */
export const shownOutsider = (record: OutsiderRecord): HomeContact => ({
  id: record.id,
  name: record.name,
  channel: record.channel,
  address: maskedRecipient(record.channel, record.address),
  language: record.language,
  tells: record.tells,
  spaces: record.spaces,
  state: stateOf(record),
  created_at: record.createdAt.toISOString(),
});
