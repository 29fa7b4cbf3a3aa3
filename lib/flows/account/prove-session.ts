import type { Limited } from "../../domain/account/limited.ts";
import type { Member } from "../../domain/account/member.ts";
import { networkOf } from "../../domain/account/network.ts";
import { done, refuse } from "../../domain/outcome.ts";
import type { Clock, Vault } from "../../ports.ts";
import { proveSession as commitProof } from "../../store/account/prove-session.ts";
import type { Db } from "../../store/db.ts";
import { type CodeGiven, checkCode } from "./sign-in-with-code.ts";

export type ProvePorts = { db: Db; clock: Clock; serverVault: Vault };

/** A fresh code for the member's own address: the session may then do what cannot be undone. */
export async function proveSession(
  ports: ProvePorts,
  { email, sessionId }: Member,
  given: Omit<CodeGiven, "email">,
): Promise<Limited<{ ok: true }>> {
  const checked = await checkCode(ports, { ...given, email });
  if (!checked.ok) return checked;
  const network = networkOf(given.ip);
  const proof = { sessionId, challengeId: checked.value.id, network, now: ports.clock() };
  return (await commitProof(ports.db, proof)) ? done({ ok: true }) : refuse("bad_sign_in");
}
