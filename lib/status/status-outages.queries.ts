import { sql } from "drizzle-orm";
import type { StatusImpact } from "../../schema/vocabulary.ts";
import type { Db } from "../kernel/db.queries.ts";
import { nameLock, underLock } from "../kernel/under-lock.queries.ts";

/** An outage that is over, as an incident: `said` at its beginning and at its end. */
type KeptOutage = {
  id: string;
  newsIds: [string, string];
  subject: string;
  title: string;
  impact: StatusImpact;
  components: readonly string[];
  said: [string, string];
  since: Date;
  until: Date;
};

/** Instances notice the same outage at moments that are so far apart. */
const SAME_MINUTES = 5;

/** Keeps it once, however many instances saw it: true for the one that did. */
export async function keepStatusOutage(db: Db, outage: KeptOutage): Promise<boolean> {
  const { id, newsIds, subject, title, impact, components, said } = outage;
  const [since, until] = [outage.since, outage.until].map((at) => sql`${at.toISOString()}::timestamptz`);
  const row = await underLock(
    db,
    nameLock([`outage ${subject}`]),
    sql`
      with kept as (
        insert into status_incidents (id, subject, title, impact, components, opened_at, closed_at)
        select ${id}, ${subject}::text, ${title}, ${impact},
          array(select jsonb_array_elements_text(${JSON.stringify(components)}::jsonb)), ${since}, ${until}
        where not exists (
          select from status_incidents known where known.subject = ${subject}
            and known.opened_at <= ${until} + ${SAME_MINUTES}::integer * interval '1 minute'
            and coalesce(known.closed_at, 'infinity') >= ${since} - ${SAME_MINUTES}::integer * interval '1 minute')
        returning id
      ), news as (
        insert into status_news (id, incident_id, kind, text, at)
        select said.id, kept.id, said.kind, said.text, said.at from kept cross join (values
          (${newsIds[0]}, 'opened', ${said[0]}, ${since}), (${newsIds[1]}, 'closed', ${said[1]}, ${until})
        ) as said (id, kind, text, at))
      select exists (select from kept) as kept`,
    "repeatable",
  );
  return row?.kept === true;
}
