import type { MiddlewareHandler } from "hono";
import { Hono } from "hono/tiny";
import type { Services } from "../../lib/kernel/services.actions.ts";
import type { Words } from "../../lib/language/en/pages.ts";
import { may } from "../../lib/people/entitlement.ts";
import { listActivity } from "../../lib/people/home.actions.ts";
import type { ActivityItem } from "../../lib/people/items.ts";
import { ActivityQuery } from "../../schema/wire/account/sessions.ts";
import { validate } from "../_http/validate.ts";
import { Empty, List, Row } from "./components/list.tsx";
import { OwnerFrame } from "./components/owner-frame.tsx";
import { actionText, viaText } from "./format/name-of.ts";
import { ownerPage } from "./owner-page.tsx";
import { problemPage } from "./problem-page.tsx";
import { type PageEnv, pageMay } from "./session.ts";

/** `/activity`: who did what in the home, newest first; for its keepers also from which address. */
export function activityPages(ports: Pick<Services, "db" | "clock">, guard: MiddlewareHandler<PageEnv>) {
  const routes = new Hono<PageEnv>();
  routes.get("/activity", guard, pageMay("read_activity"), async (c) => {
    const query = validate(ActivityQuery, { cursor: c.req.query("before") });
    if (!query.ok) return problemPage(c, query.problem);
    const { householdId } = c.var.member;
    const { limit, cursor } = query.value;
    const { activity, next_cursor: older } = await listActivity(ports, {
      householdId,
      before: cursor ?? null,
      limit,
      withAddresses: may("read_caller_addresses", c.var.member) === "yes",
    });
    const { frame, words, teller } = ownerPage(c, ports.clock(), "settings");
    return c.html(
      <OwnerFrame {...frame} title={words.activity.title} up="settings">
        {activity.length === 0 ? (
          <Empty icon="waiting" text={words.activity.none} />
        ) : (
          <List isPanel>
            {activity.map(({ at, actor, action, details, ip }) => (
              <Row
                title={`${actionText(action, words)}${viaText(details, words)}`}
                hint={`${doerOf(actor, words)} · ${teller.dateTime(new Date(at))}${ip === null ? "" : ` · ${words.activity.from(ip)}`}`}
              />
            ))}
          </List>
        )}
        {older === null ? null : (
          <a class="button second" href={`/activity?before=${older}`}>
            {words.activity.older}
          </a>
        )}
      </OwnerFrame>,
    );
  });
  return routes;
}

const doerOf = ({ type, name }: ActivityItem["actor"], { activity: words }: Words): string =>
  type === "operator" ? words.operator(name) : (name ?? words.service);
