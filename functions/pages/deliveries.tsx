import type { MiddlewareHandler } from "hono";
import { Hono } from "hono/tiny";
import type { Services } from "../../lib/kernel/services.actions.ts";
import { listDeliveries, replayDelivery, retryDelivery } from "../../lib/messages/deliveries.actions.ts";
import { may } from "../../lib/people/entitlement.ts";
import { DeliveriesQuery } from "../../schema/wire/deliveries.ts";
import { validate } from "../_http/validate.ts";
import { Press } from "./components/fields.tsx";
import { Empty, List, Row } from "./components/list.tsx";
import { OwnerFrame } from "./components/owner-frame.tsx";
import { Failure } from "./components/reason.tsx";
import { formsOn, idIn } from "./form-action.ts";
import { messageText } from "./format/name-of.ts";
import { ownerPage } from "./owner-page.tsx";
import { problemPage } from "./problem-page.tsx";
import { actingOf, type PageEnv, pageMay } from "./session.ts";

export type DeliveryPagePorts = Pick<Services, "db" | "clock" | "report" | "wake" | "random" | "serverVault">;

const PATH = "/deliveries";

/** `/deliveries`: what the home was sent and will be, newest first, and another try for what was given up. */
export function deliveryPages(ports: DeliveryPagePorts, guard: MiddlewareHandler<PageEnv>) {
  const routes = new Hono<PageEnv>();
  const forms = formsOn(routes, guard);
  routes.get(PATH, guard, pageMay("read_home"), async (c) => {
    const query = validate(DeliveriesQuery, { cursor: c.req.query("cursor") });
    if (!query.ok) return problemPage(c, query.problem);
    const listed = await listDeliveries(ports, c.var.member.householdId, query.value);
    if (!listed.ok) return problemPage(c, listed.problem);
    const { frame, words, teller } = ownerPage(c, ports.clock(), "settings");
    const { channels, states, older } = words.alertPage;
    const mayRetry = may("manage_notifications", c.var.member) === "yes";
    const { deliveries, next_cursor: next } = listed.value;
    return c.html(
      <OwnerFrame {...frame} title={words.delivery.title} up="settings">
        {deliveries.length === 0 ? (
          <Empty icon="share" text={words.delivery.none} />
        ) : (
          <List isPanel>
            {deliveries.map((each) => (
              <Row
                title={`${channels[each.channel]} · ${each.recipient}`}
                hint={
                  <>
                    {each.receipt === null ? null : `${words.delivery.receipts[each.receipt]} · `}
                    {`${messageText(each.kind, words)} · ${teller.dateTime(new Date(each.settled_at ?? each.created_at))}`}
                    {each.state !== "sent" && each.last_error !== null ? (
                      <>
                        {" · "}
                        <Failure text={each.failure_code ?? each.last_error} words={words} />
                      </>
                    ) : null}
                  </>
                }
                mark={<span class={`mark ${each.state}`}>{states[each.state]}</span>}
              >
                {each.state === "dead" && mayRetry ? (
                  <Press action={`/deliveries/${each.id}/retry`} text={words.delivery.retry} kind="second" />
                ) : null}
                {each.channel === "webhook" && each.state !== "pending" && mayRetry ? (
                  <Press
                    action={`/deliveries/${each.id}/replay`}
                    text={words.delivery.replay}
                    kind="second"
                  />
                ) : null}
              </Row>
            ))}
          </List>
        )}
        {next === null ? null : (
          <a class="button second" href={`/deliveries?cursor=${encodeURIComponent(next)}`}>
            {older}
          </a>
        )}
      </OwnerFrame>,
    );
  });
  for (const [path, run, done] of [
    ["retry", retryDelivery, "retried"],
    ["replay", replayDelivery, "replayed"],
  ] as const)
    forms(`${PATH}/:id/${path}`, pageMay("manage_notifications"), {
      page: PATH,
      run: (c) => run(ports, actingOf(c), idIn(c)),
      done,
      wakes: ports,
    });
  return routes;
}
