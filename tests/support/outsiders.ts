import { newId } from "../../lib/kernel/secret.ts";
import { byteaText, secretHash } from "../../lib/kernel/statements.queries.ts";
import { newAlertToken } from "../../lib/outbox/links/tokens.ts";
import { type Channel, type ContactScope, ID_PREFIXES, type Language } from "../../schema/vocabulary.ts";
import type { Queryable } from "./database.ts";
import { cryptoRandom } from "./services.ts";

type Given = {
  name?: string;
  channel?: Channel;
  address?: string;
  language?: Language;
  tells?: ContactScope;
  spaces?: string[];
  confirmedAt?: Date | null;
};

/** Adds a person without an account who has agreed; returns their id and the token of their own link. */
export async function addOutsider(database: Queryable, home: string, given: Given = {}) {
  const id = newId(ID_PREFIXES.homeContact, cryptoRandom);
  const token = newAlertToken(cryptoRandom);
  const { name = "Nora", channel = "email", address = `${id.toLowerCase()}@next-door.example` } = given;
  const { language = "en", tells = "urgent", spaces = [], confirmedAt = new Date(0) } = given;
  await database.sql`
    insert into home_contacts (id, household_id, name, channel, address, language, tells, spaces,
    token_hash, confirmed_at, created_at, updated_at)
    values (${id}, ${home}, ${name}, ${channel}, ${address}, ${language}, ${tells}, ${spaces},
    ${byteaText(await secretHash(token))}::bytea, ${confirmedAt}, now(), now())`;
  return { id, address, token };
}

/** Far in the future, unless a test sets an end. */
const ENDS_AT = new Date("2100-01-01");

type Link = { home: string; alerts: string[]; endsAt?: Date } & ({ userId: string } | { contact: string });

/** Adds the link of a message to a member or a home's contact about these alerts. */
export async function addAlertLink(
  database: Queryable,
  { home, alerts, endsAt = ENDS_AT, ...reader }: Link,
): Promise<string> {
  const token = newAlertToken(cryptoRandom);
  const [userId, contact] = "userId" in reader ? [reader.userId, null] : [null, reader.contact];
  await database.sql`insert into alert_links (token_hash, household_id, user_id, contact_id, alert_ids, expires_at)
     values (${byteaText(await secretHash(token))}::bytea, ${home}, ${userId}, ${contact}, ${alerts}, ${endsAt})`;
  return token;
}
