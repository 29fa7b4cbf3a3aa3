import type { Finding } from "../../alerts/finding.ts";

/** As much of a finding as decides who gets a text message. */
export type News = Pick<Finding, "transition" | "severity">;

/** What has gone out of an episode before its end. Moments in milliseconds. */
export type ToldBefore = {
  /** Each sort of news, with when it was told last; one that is being told just now counts. */
  news: (News & { toldAt: number })[];
  /** The addresses, phone numbers and push tokens that messages of it were written to. */
  recipients: string[];
};

export type Hearer = {
  email: string;
  phone: string | null;
  pushTokens: string[];
  memberSince: number;
};

/** `isAny` is false for who is to hear nothing of the end either. */
export type Heard = { isAny: boolean; byText: boolean; news: News[] };

/**
 * What somebody has heard of an episode. Both what was told since they became a member and where messages went
 * count: addresses change and messages are not kept for ever, while a choice may have changed since a message.
 */
export function heardBy({ email, phone, pushTokens, memberSince }: Hearer, before: ToldBefore): Heard {
  const news = before.news.filter(({ toldAt }) => toldAt >= memberSince);
  const reached = new Set(before.recipients);
  const byText = phone !== null && reached.has(phone);
  const byOther = [email, ...pushTokens].some((address) => reached.has(address));
  return { isAny: news.length > 0 || byText || byOther, byText, news };
}
