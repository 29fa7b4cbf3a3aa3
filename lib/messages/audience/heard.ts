import type { Channel } from "../../../schema/vocabulary.ts";
import type { Finding } from "../../alerts/finding.ts";

/** The part of a finding that decides who gets it on which channel. */
export type News = Pick<Finding, "transition" | "severity">;

/** What has gone out of an episode before its end. Moments in milliseconds. */
export type NotifiedBefore = {
  /** Each sort of news, with the time of the last message; a message that is being sent counts. */
  news: (News & { notifiedAt: number })[];
  /** The recipients that messages of it were written to. */
  recipients: { channel: Channel; recipient: string }[];
};

type Hearer = {
  contacts: readonly { channel: Channel; address: string }[];
  memberSince: number;
};

/** `isAny` is false for who is to hear nothing of the end either. */
export type Heard = { isAny: boolean; channels: ReadonlySet<Channel>; news: News[] };

/**
 * What somebody was notified of in an episode. Both the messages since they became a member and the messages sent
 * to them count: addresses change and messages aren't kept forever, while a choice may have changed since a
 * message.
 */
export function heardBy({ contacts, memberSince }: Hearer, before: NotifiedBefore): Heard {
  const news = before.news.filter(({ notifiedAt }) => notifiedAt >= memberSince);
  const reached = before.recipients.filter(({ channel, recipient }) =>
    contacts.some((contact) => contact.channel === channel && contact.address === recipient),
  );
  const channels = new Set(reached.map(({ channel }) => channel));
  return { isAny: news.length > 0 || channels.size > 0, channels, news };
}
