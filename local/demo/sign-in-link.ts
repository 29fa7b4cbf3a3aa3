import type { Client } from "pg";
import { byteaText, secretHash } from "../../lib/kernel/statements.queries.ts";
import { DAY_MS } from "../../lib/kernel/time.ts";

const CHALLENGE_ID = "sic_demo";

/** A link that signs in once, within a day; the one of an earlier start ends. No code goes with it. */
export async function seedSignInLink(client: Client, email: string, token: string, now: Date): Promise<void> {
  await client.query(
    `insert into sign_in_challenges (id, email, sealed_code, link_hash, expires_at, created_at)
     values ($1, $2, '', $3, $4, $5)
     on conflict (id) do update set link_hash = excluded.link_hash, used_at = null, used_network = null,
       expires_at = excluded.expires_at, created_at = excluded.created_at`,
    [CHALLENGE_ID, email, byteaText(await secretHash(token)), new Date(now.getTime() + DAY_MS), now],
  );
}
