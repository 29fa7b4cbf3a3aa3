import type { PushPlatform } from "../../../schema/vocabulary.ts";
import type { ActingMember } from "../../domain/account/member.ts";
import { done, type Outcome, refuse } from "../../domain/outcome.ts";
import type { Clock } from "../../ports.ts";
import type { Db } from "../../store/db.ts";
import { deletePushToken, putPushToken } from "../../store/outgoing/push-tokens.ts";

type Ports = { db: Db; clock: Clock };

export async function registerPush(
  { db, clock }: Ports,
  acting: ActingMember,
  push: { token: string; platform: PushPlatform | null; appId: string | null },
): Promise<Outcome<{ ok: true }>> {
  const isPut = await putPushToken(db, { ...push, ...acting, now: clock() });
  return isPut ? done({ ok: true }) : refuse("too_many");
}

export async function removePush(
  { db, clock }: Ports,
  acting: ActingMember,
  token: string,
): Promise<Outcome<{ ok: true }>> {
  await deletePushToken(db, { token, ...acting, now: clock() });
  return done({ ok: true });
}
