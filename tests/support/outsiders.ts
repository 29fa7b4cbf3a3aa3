import { newId } from "../../lib/kernel/secret.ts";
import { byteaText, secretHash } from "../../lib/kernel/statements.queries.ts";
import { newAlertToken } from "../../lib/messages/links/tokens.ts";
import { type Channel, type ContactScope, ID_PREFIXES, type Language } from "../../schema/vocabulary.ts";
import type { TestDatabase } from "./database.ts";
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

/** Somebody without an account who has said yes; answers their id and the token of their own link. */
export async function addOutsider(database: TestDatabase, home: string, given: Given = {}) {
  const id = newId(ID_PREFIXES.homeContact, cryptoRandom);
  const token = newAlertToken(cryptoRandom);
  const { name = "Nora", channel = "email", address = `${id.toLowerCase()}@next-door.example` } = given;
  const { language = "en", tells = "urgent", spaces = [], confirmedAt = new Date(0) } = given;
  await database.query(
    `insert into home_contacts (id, household_id, name, channel, address, language, tells, spaces, token_hash,
       confirmed_at, created_at, updated_at)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9::bytea, $10, now(), now())`,
    [
      id,
      home,
      name,
      channel,
      address,
      language,
      tells,
      spaces,
      byteaText(await secretHash(token)),
      confirmedAt,
    ],
  );
  return { id, address, token };
}

/** The link of a message to them about these alerts, good for a day. */
export async function addCallLink(
  database: TestDatabase,
  { home, contact, alerts, now }: { home: string; contact: string; alerts: string[]; now: Date },
): Promise<string> {
  const token = newAlertToken(cryptoRandom);
  await database.query(
    `insert into responder_links (token_hash, household_id, contact_id, alert_ids, created_at, expires_at)
     values ($1::bytea, $2, $3, $4, $5::timestamptz, $5::timestamptz + interval '1 day')`,
    [byteaText(await secretHash(token)), home, contact, alerts, now],
  );
  return token;
}

/** The link of a message to a member about these alerts. */
export async function addAlertLink(
  database: Pick<TestDatabase, "query">,
  { home, userId, alerts, endsAt }: { home: string; userId: string; alerts: string[]; endsAt: Date },
): Promise<string> {
  const token = newAlertToken(cryptoRandom);
  await database.query(
    `insert into alert_links (token_hash, household_id, user_id, alert_ids, expires_at)
     values ($1::bytea, $2, $3, $4, $5)`,
    [byteaText(await secretHash(token)), home, userId, alerts, endsAt],
  );
  return token;
}
