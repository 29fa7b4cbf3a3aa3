import { sql } from "drizzle-orm";
import {
  ACKNOWLEDGER,
  ALERT_JSON,
  FINDINGS_JSON,
  IS_EASING,
  MAY_BE_CALLED,
} from "../../alerts/alerts.queries.ts";
import type { AlertStory } from "../../alerts/shown-alert.ts";
import type { Db } from "../../kernel/db.queries.ts";
import type { Moment } from "../../kernel/time.ts";
import { STEP_WHOM, STORY_JSON } from "../alerts/timeline.queries.ts";
import type { Told } from "../alerts/timeline.ts";
import { type HomePageJson, homePageJson, pageHome } from "./home-page.queries.ts";
import type { PageHome } from "./page-home.ts";

/** Everything that an alert's page tells. `acknowledgedBy` is an address; null for nobody, or no person. */
export type PageStory = AlertStory & {
  told: Told;
  home: PageHome;
  acknowledgedBy: string | null;
  nextSteps: NextStep[];
};

/** Who is notified then unless somebody answers, where it is anybody: `whom` a group, or an id with the address or name that it stands for. */
type NextStep = { at: Moment; whom: string; name: string | null };

type PageRow = Omit<PageStory, "home"> & { home: HomePageJson };

/** Reads it in one call. Null alike for an unknown alert and another household's. */
export async function findAlertPage(
  db: Db,
  { householdId, alertId }: { householdId: string; alertId: string },
): Promise<PageStory | null> {
  const [row] = await db.query<PageRow>(sql`
    select ${ALERT_JSON} as alert, ${homePageJson("everything")} as home, ${FINDINGS_JSON} as findings,
      ${STORY_JSON} as told, ${ACKNOWLEDGER} as "acknowledgedBy", (
        select coalesce(json_agg(json_build_object('at', epoch_ms(step.due_at), 'whom', step.step->>'whom', 'name', ${STEP_WHOM})
          order by step.due_at, step.place), '[]')
        from escalation_steps step
        where step.alert_id = alert.id and step.notified_at is null and step.ended_at is null and not ${IS_EASING}
          and (step.step->>'whom' in ('everybody', 'others')
            or exists (select from memberships member where member.household_id = alert.household_id
              and member.user_id = step.step->>'whom')
            or exists (select from home_contacts outsider where outsider.household_id = alert.household_id
              and ${MAY_BE_CALLED} and step.step->>'whom' in ('contacts', outsider.id)))) as "nextSteps"
    from alerts alert join households home on home.id = alert.household_id
    where alert.id = ${alertId} and alert.household_id = ${householdId}`);
  return row === undefined ? null : { ...row, home: pageHome(row.home) };
}
