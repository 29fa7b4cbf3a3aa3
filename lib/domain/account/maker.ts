import { type Problem, refuse } from "../outcome.ts";
import type { Maker } from "./items.ts";
import type { Member } from "./member.ts";

type Refused = { ok: false; problem: Problem };

/** The person who makes something, as lists show them. */
export const makerItem = ({ userId, email }: Member): Maker => ({ user_id: userId, email, is_member: true });

/** Why nothing was made: the home has as many as it may, or its maker lost the right to while they asked. */
export const notMade = (verdict: "full" | "not_member", full: Refused): Refused =>
  verdict === "full" ? full : refuse("changed_meanwhile");
