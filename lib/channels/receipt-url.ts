import type { AckPath, Channel } from "../../schema/vocabulary.ts";

const LINK = /^(https?:\/\/.+)\/a\/([0-9A-Za-z]{22})$/;

/** Where providers call: `token` is a message's link, a message's id, or a word for what comes unasked. */
export const receiptUrl = (baseUrl: string, channel: Channel, token: string): string =>
  `${baseUrl}/api/channels/${channel}/${token}`;

/** Where a button of the channel acknowledges what the message's link is about; null where the link is no such one. */
export function answerUrl(channel: AckPath & Channel, link: string | undefined): string | null {
  const [, baseUrl, token] = LINK.exec(link ?? "") ?? [];
  return baseUrl === undefined || token === undefined ? null : receiptUrl(baseUrl, channel, token);
}
