import { type SQL, sql } from "drizzle-orm";
import type { HouseholdUnit, Plan, Role } from "../../../schema/vocabulary.ts";
import type { HouseholdItem, OwnInvitationItem } from "../../domain/account/items.ts";
import type { Member } from "../../domain/account/member.ts";
import type { Actor } from "../../domain/activity.ts";
import { logFrom, movedFrom } from "../activity.ts";
import type { Db } from "../db.ts";
import { isoTime } from "../iso-time.ts";

const HOUSEHOLD = sql`id, name, plan as chosen_plan, ${isoTime("trial_ends_at")} as trial_ends_at, time_zone,
  temperature_unit, latitude, longitude, city, share_city_aggregates, ${isoTime("created_at")} as created_at`;

/** Null only where it was deleted a moment ago. */
export async function findHousehold(db: Db, householdId: string): Promise<HouseholdItem | null> {
  const { rows } = await db("repeatable", (queries) =>
    queries.execute<HouseholdItem>(sql`select ${HOUSEHOLD} from households where id = ${householdId}`),
  );
  return rows[0] ?? null;
}

export type OwnHomes = {
  household: HouseholdItem;
  households: { id: string; name: string; role: Role }[];
  invitations: OwnInvitationItem[];
};

/** The member's home, all of their homes, and the invitations that wait for their address. */
export async function findOwnHomes(db: Db, member: Member, now: Date): Promise<OwnHomes | null> {
  const { rows } = await db("repeatable", (queries) =>
    queries.execute<OwnHomes>(sql`
      select (select row_to_json(home) from (
          select ${HOUSEHOLD} from households where id = ${member.householdId}) home) as household,
        coalesce((select json_agg(json_build_object('id', home.id, 'name', home.name, 'role', own.role)
            order by own.created_at, home.id)
          from memberships own join households home on home.id = own.household_id
          where own.user_id = ${member.userId}), '[]') as households,
        coalesce((select json_agg(json_build_object('id', invitation.id, 'household_id', home.id,
            'household_name', home.name, 'role', invitation.role, 'invited_by', inviter.email,
            'expires_at', ${isoTime("invitation.expires_at")}) order by invitation.created_at)
          from invitations invitation
          join households home on home.id = invitation.household_id
          join users inviter on inviter.id = invitation.invited_by
          where invitation.email = ${member.email} and invitation.accepted_at is null
            and invitation.expires_at > ${now.toISOString()}::timestamptz), '[]') as invitations`),
  );
  return rows[0]?.household ? rows[0] : null;
}

type Act = { householdId: string; actor: Actor; now: Date };

/** What is absent stays; null clears a coordinate or the city. */
export type HouseholdChange = {
  name?: string | undefined;
  time_zone?: string | undefined;
  temperature_unit?: HouseholdUnit | undefined;
  latitude?: number | null | undefined;
  longitude?: number | null | undefined;
  city?: string | null | undefined;
  share_city_aggregates?: boolean | undefined;
};

export async function changeHousehold(
  db: Db,
  act: Act,
  change: HouseholdChange,
): Promise<HouseholdItem | null> {
  const fields = Object.entries(change).filter(([, value]) => value !== undefined);
  const set = sql.join(
    fields.map(([column, value]) => sql`${sql.identifier(column)} = ${value}`),
    sql`, `,
  );
  const details = { changed: fields.map(([column]) => column).join(", ") };
  return await update(db, set, logged(act, "household_changed", details));
}

/** A running trial is left as it is. */
export const changePlan = (db: Db, act: Act, plan: Plan): Promise<HouseholdItem | null> =>
  update(
    db,
    // History is cut to Free only some time after this moment.
    sql`plan = ${plan}, downgraded_at = case when plan = 'pro' and ${plan} = 'free'
      then ${act.now.toISOString()}::timestamptz else downgraded_at end`,
    logged(act, "plan_changed", { plan }),
  );

const logged = (
  { householdId, actor, now }: Act,
  action: "household_changed" | "plan_changed",
  details: Record<string, string>,
) => ({ householdId, at: now, actor, action, subject: householdId, details });

async function update(db: Db, set: SQL, entry: Parameters<typeof logFrom>[1]): Promise<HouseholdItem | null> {
  const { rows } = await db("once", (queries) =>
    queries.execute<HouseholdItem>(sql`
      with before as (select * from households where id = ${entry.householdId}),
      changed as (update households set ${set} where id = ${entry.householdId} returning *),
      ${movedFrom("changed")},
      logged as (${logFrom("moved", entry)})
      select ${HOUSEHOLD} from changed`),
  );
  return rows[0] ?? null;
}
