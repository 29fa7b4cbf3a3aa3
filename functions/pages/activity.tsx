import type { Words } from "../../lib/language/pages.ts";
import { type ActivityItem, listActivity } from "../../lib/people/activity.queries.ts";
import { may } from "../../lib/people/entitlement.ts";
import { ActivityQuery } from "../../schema/wire/account/sessions.ts";
import { validate } from "../_http/validate.ts";
import { Empty, List, Older, Row } from "./components/list.tsx";
import { actionText, viaText } from "./format/name-of.ts";
import type { Site } from "./site.ts";

/** `/activity`: who did what in the home, newest first; for its keepers also from which address. */
export function activityPages({ services, page }: Site): void {
  page("/activity", "read_activity", {
    load: async (c) => {
      const query = validate(ActivityQuery, { cursor: c.req.query("before") });
      if (!query.ok) return query;
      const { limit, cursor } = query.value;
      return await listActivity(services.db, {
        householdId: c.var.householdId,
        before: cursor ?? null,
        limit,
        withAddresses: may("read_caller_addresses", c.var.member) === "yes",
      });
    },
    view: ({ activity, next_cursor: next }, { words, teller }) => (
      <>
        <List items={activity} isPanel empty={<Empty icon="waiting" text={words.activity.none} />}>
          {({ at, actor, action, details, ip }) => (
            <Row
              title={`${actionText(action, words)}${viaText(details, words)}`}
              facts={[doerOf(actor, words), teller.dateTime(at), ip !== null && words.activity.from(ip)]}
            />
          )}
        </List>
        <Older cursor={next} />
      </>
    ),
  });
}

const doerOf = ({ type, name }: ActivityItem["actor"], { activity: words }: Words): string =>
  type === "operator" ? (name === null ? words.anOperator : words.operator(name)) : (name ?? words.service);
