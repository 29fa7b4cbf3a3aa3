import { type SQL, sql } from "drizzle-orm";
import type { StoredPlan } from "../domain/history/keeping.ts";
import { sharingPlan, suspendedLinks, type WorkingLink } from "../domain/share/covered.ts";

/** A link of a household with what its plan says of it: `links` are all that work, in the order of making. */
export type LinkFacts = { linkId: string; plan: StoredPlan; links: WorkingLink[] };

/** `share_links.expires_at` may have passed without a trace in the row. */
export const worksAt = (link: SQL, now: Date): SQL => sql`${link}.revoked_at is null
  and (${link}.expires_at is null or ${link}.expires_at > ${now.toISOString()}::timestamptz)`;

/** The columns of `LinkFacts`, for a query over `share_links` as `link` and `households` as `home`. */
export const linkFacts = (now: Date): SQL => sql`
  link.id as "linkId",
  json_build_object('plan', home.plan, 'trialEndsAtMs', epoch_ms(home.trial_ends_at),
    'downgradedAtMs', epoch_ms(home.downgraded_at)) as plan,
  (select json_agg(json_build_object('id', other.id, 'scope', other.scope,
      'neverExpires', other.expires_at is null) order by other.created_at, other.id)
    from share_links other where other.household_id = link.household_id and ${worksAt(sql`other`, now)}) as links`;

/** False where the home's plan no longer covers the link: it answers as if it were not there. */
export const isCovered = ({ linkId, plan, links }: LinkFacts, now: Date): boolean =>
  !suspendedLinks(links, sharingPlan(plan, now)).has(linkId);
