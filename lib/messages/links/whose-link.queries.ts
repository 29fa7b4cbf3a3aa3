import { alerts } from "../../../schema/tables/alert.ts";
import { drillMessages } from "../../../schema/tables/drill.ts";
import { homeContacts, responderLinks } from "../../../schema/tables/home-contact.ts";
import { households } from "../../../schema/tables/household.ts";
import { alertLinks } from "../../../schema/tables/sending.ts";
import type { Db } from "../../kernel/db.queries.ts";
import { hashExists, valueExists } from "../../kernel/exists.queries.ts";

const HASHES = {
  a: alertLinks.tokenHash,
  c: homeContacts.tokenHash,
  d: drillMessages.tokenHash,
  r: responderLinks.tokenHash,
} as const;

/** The first segment of a short link's path. */
type LinkPath = keyof typeof HASHES;
export const isLinkPath = (text: string): text is LinkPath => Object.hasOwn(HASHES, text);

/** True if this database has sent the link, even if it is over. */
export const hasLink = (db: Db, path: LinkPath, token: string) => hashExists(db, HASHES[path], token);

/** True if the record named by a signed link is here. */
export const hasAlert = (db: Db, id: string) => valueExists(db, alerts.id, id);
export const hasHome = (db: Db, id: string) => valueExists(db, households.id, id);
