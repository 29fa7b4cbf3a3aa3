import type { Db } from "../kernel/db.queries.ts";
import { done, type Outcome, refuse } from "../kernel/outcome.ts";
import type { Vault } from "../kernel/ports.ts";
import type { Services } from "../kernel/services.actions.ts";
import { effectivePlan } from "../people/entitlement.ts";
import type { Member } from "../people/items.ts";
import { deleteSession } from "../people/sessions.queries.ts";
import { judgeTokens, newTokenPair, pairTimes, type TokenPair } from "./claim.ts";
import { type FoundCompanion, findCompanion, renewTokens } from "./sessions.queries.ts";

export type OpenCompanionPorts = Pick<Services, "db" | "clock" | "random" | "serverVault">;

/** `renewed` is the pair that the caller goes on with; null where the one it came with is still good. */
type OpenedCompanion = { member: Member; renewed: TokenPair | null };

type OpenCompanion = { tokens: TokenPair; ip: string | null };

/**
 * Finds whose tokens these are: one call while the access token is good, two when it is time for a new pair.
 * A caller that loses the race for the new pair looks once more, and finds the winner's.
 */
export async function openCompanion(
  ports: OpenCompanionPorts,
  ask: OpenCompanion,
): Promise<Outcome<OpenedCompanion>> {
  return (await look(ports, ask)) ?? (await look(ports, ask)) ?? refuse("bad_companion_session");
}

/** Null where another call was first to renew. */
async function look(
  ports: OpenCompanionPorts,
  { tokens, ip }: OpenCompanion,
): Promise<Outcome<OpenedCompanion> | null> {
  const now = ports.clock();
  const found = await findCompanion(ports.db, tokens, now);
  if (found === null) return refuse("bad_companion_session");
  const verdict = judgeTokens(found.tokens, now);
  switch (verdict) {
    case "live":
      return opened(found, now, null);
    case "together":
      return opened(found, now, await successor(ports.serverVault, found));
    case "renew": {
      const renewed = await renew(ports, found, tokens.refreshToken, now);
      return renewed === null ? null : opened(found, now, renewed);
    }
    case "reused":
      await endFamily(ports.db, found, ip, now);
      return refuse("bad_companion_session");
    case "ended":
      return refuse("bad_companion_session");
    default:
      return verdict satisfies never;
  }
}

function opened(found: FoundCompanion, now: Date, renewed: TokenPair | null): Outcome<OpenedCompanion> {
  const { userId, email, language, temperatureUnit, role, householdId, sessionId } = found;
  const plan = effectivePlan(found, now);
  const reads = { language, temperatureUnit };
  const member = { userId, email, ...reads, role, householdId, sessionId, plan, provedAt: null };
  return done({ member, renewed });
}

/** Null where another call was first. */
async function renew(
  { db, random, serverVault }: OpenCompanionPorts,
  { sessionId }: FoundCompanion,
  spent: string,
  now: Date,
): Promise<TokenPair | null> {
  const pair = newTokenPair(random);
  const sealedSuccessor = await serverVault.seal("companion-tokens", sessionId, JSON.stringify(pair));
  const won = await renewTokens(db, { sessionId, spent, pair, times: pairTimes(now), sealedSuccessor, now });
  return won ? pair : null;
}

/** Null where the server's secret was changed in between: the winner's answer alone brings the pair then. */
async function successor(
  vault: Vault,
  { sessionId, sealedSuccessor }: FoundCompanion,
): Promise<TokenPair | null> {
  const sealed = sealedSuccessor ?? "";
  const pair = await vault.open("companion-tokens", sessionId, sealed);
  return pair === null ? null : (JSON.parse(pair.text) as TokenPair);
}

const endFamily = (
  db: Db,
  { sessionId, userId, householdId }: FoundCompanion,
  ip: string | null,
  now: Date,
) =>
  deleteSession(db, {
    sessionId,
    member: { userId, householdId },
    actor: { type: "system", id: null, ip },
    action: "companion_session_ended",
    now,
  });
