import { ID_PREFIXES, type PushPlatform } from "../../../../schema/vocabulary.ts";
import type { ActingMember } from "../../../domain/account/member.ts";
import { CHANNEL_RULES } from "../../../domain/channels/registry.ts";
import { newId } from "../../../domain/id.ts";
import { done, type Outcome, refuse } from "../../../domain/outcome.ts";
import type { Clock, Random } from "../../../ports.ts";
import type { Db } from "../../../store/db.ts";
import { addContactPoint } from "../../../store/outgoing/add-contact-point.ts";
import { removeContactPoints } from "../../../store/outgoing/contact-points.ts";

type Ports = { db: Db; clock: Clock; random: Random };

/** A phone's token is its owner's until it is removed or gone: another person takes it over only then. */
export async function registerPush(
  { db, clock, random }: Ports,
  { member, actor }: ActingMember,
  { token, platform, appId }: { token: string; platform: PushPlatform | null; appId: string | null },
): Promise<Outcome<{ ok: true }>> {
  const { contacts } = CHANNEL_RULES.push;
  const details = { platform, app_id: appId };
  const verdict = await addContactPoint(db, {
    id: newId(ID_PREFIXES.contactPoint, random),
    userId: member.userId,
    channel: "push",
    address: token,
    sealedSecret: null,
    details,
    code: null,
    max: contacts?.max ?? 0,
    isExclusive: contacts?.isExclusive ?? true,
    entry: {
      householdId: member.householdId,
      at: clock(),
      actor,
      action: "push_token_registered",
      subject: null,
      details,
    },
  });
  if (verdict === "taken") return refuse("contact_taken");
  return verdict === "too_many" ? refuse("too_many") : done({ ok: true });
}

/** Another user's token is as unknown as one that never was. */
export async function removePush(
  { db, clock }: Omit<Ports, "random">,
  { member, actor }: ActingMember,
  token: string,
): Promise<Outcome<{ ok: true }>> {
  const { userId, householdId } = member;
  const action = "push_token_removed" as const;
  const entry = { householdId, at: clock(), actor, action, subject: null };
  await removeContactPoints(db, { userId, channel: "push", address: token, entry });
  return done({ ok: true });
}
