import type { Db } from "../../lib/kernel/db.queries.ts";
import {
  isAlertToken,
  unpackAckToken,
  unpackDecline,
  unpackUnsubscribe,
} from "../../lib/messages/links/tokens.ts";
import { hasAlert, hasHome, hasLink, isLinkPath } from "../../lib/messages/links/whose-link.queries.ts";
import { type Door, knownIf, type Presented } from "./door.ts";

/**
 * A short link of a message, or an older one, by the first two segments of its path; null for any other. The answer
 * to a press is the same for known and unknown links, so it reveals nothing.
 */
export function linkIn(path: string, token: string): Presented | null {
  if (!isLinkPath(path)) return null;
  if (isAlertToken(token)) return lookedFor((db) => hasLink(db, path, token));
  return path === "a" ? ofAlert(token) : null;
}

/** Requests that carry the signed link of a message. Its cell checks the signature; here it names a place alone. */
export const linkDoor: Door = (request) => {
  const token = new URL(request.url).pathname.split("/").at(-1) ?? "";
  const home = (unpackUnsubscribe(token) ?? unpackDecline(token))?.claim.householdId;
  return home === undefined ? ofAlert(token) : lookedFor((db) => hasHome(db, home));
};

function ofAlert(token: string): Presented | null {
  const alert = unpackAckToken(token)?.claim.alertId;
  return alert === undefined ? null : lookedFor((db) => hasAlert(db, alert));
}

const lookedFor = (has: (db: Db) => Promise<boolean>): Presented => ({
  mark: null,
  knownIn: (db) => knownIf(has(db)),
});
