import type { MiddlewareHandler } from "hono";
import { Hono } from "hono/tiny";
import type { Services } from "../../lib/kernel/services.actions.ts";
import { listDeliveries, replayDelivery, retryDelivery } from "../../lib/messages/deliveries.actions.ts";
import { may } from "../../lib/people/entitlement.ts";
import { showHousehold } from "../../lib/people/home.actions.ts";
import { DeliveriesQuery } from "../../schema/wire/deliveries.ts";
import { wakeInBackground } from "../_http/in-background.ts";
import { validate } from "../_http/validate.ts";
import { Press } from "./components/fields.tsx";
import { OwnerFrame } from "./components/owner-frame.tsx";
import { Failure } from "./components/reason.tsx";
import { formRefused } from "./form-note.ts";
import { messageText } from "./format/name-of.ts";
import { doneAt, ownerPage } from "./owner-page.tsx";
import { problemPage } from "./problem-page.tsx";
import { actingOf, type PageEnv, pageMay } from "./session.ts";

export type DeliveryPagePorts = Pick<Services, "db" | "clock" | "report" | "wake" | "random" | "serverVault">;

/** `/deliveries`: what the home was sent and will be, newest first, and another try for what was given up. */
export function deliveryPages(ports: DeliveryPagePorts, guard: MiddlewareHandler<PageEnv>) {
  const routes = new Hono<PageEnv>();
  routes.get("/deliveries", guard, pageMay("read_home"), async (c) => {
    const query = validate(DeliveriesQuery, { cursor: c.req.query("cursor") });
    if (!query.ok) return problemPage(c, query.problem);
    const { householdId } = c.var.member;
    const [home, listed] = await Promise.all([
      showHousehold(ports, householdId),
      listDeliveries(ports, householdId, query.value),
    ]);
    if (!home.ok) return problemPage(c, home.problem);
    if (!listed.ok) return problemPage(c, listed.problem);
    const { time_zone: timeZone, temperature_unit: temperatureUnit } = home.value.household;
    const { frame, words, teller } = ownerPage(c, ports.clock(), "settings", { timeZone, temperatureUnit });
    const { channels, states, older } = words.alertPage;
    const mayRetry = may("manage_notifications", c.var.member) === "yes";
    const { deliveries, next_cursor: next } = listed.value;
    return c.html(
      <OwnerFrame {...frame} title={words.delivery.title} up="settings">
        {deliveries.length === 0 ? (
          <p class="panel hint">{words.delivery.none}</p>
        ) : (
          <ul class="lines panel">
            {deliveries.map((each) => (
              <li>
                <span>{`${channels[each.channel]} · ${each.recipient}`}</span>
                <span class={`mark ${each.state}`}>{states[each.state]}</span>
                <span class="hint">
                  {each.receipt === null ? null : `${words.delivery.receipts[each.receipt]} · `}
                  {`${messageText(each.kind, words)} · ${teller.dateTime(new Date(each.settled_at ?? each.created_at))}`}
                  {each.state !== "sent" && each.last_error !== null ? (
                    <>
                      {" · "}
                      <Failure text={each.failure_code ?? each.last_error} words={words} />
                    </>
                  ) : null}
                </span>
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
              </li>
            ))}
          </ul>
        )}
        {next === null ? null : (
          <a class="button second" href={`/deliveries?cursor=${encodeURIComponent(next)}`}>
            {older}
          </a>
        )}
      </OwnerFrame>,
    );
  });
  routes.post("/deliveries/:id/retry", guard, pageMay("manage_notifications"), async (c) => {
    const retried = await retryDelivery(ports, actingOf(c), c.req.param("id"));
    if (!retried.ok) return formRefused(c, "/deliveries", retried.problem);
    wakeInBackground(c, ports);
    return doneAt(c, "/deliveries", "retried");
  });
  routes.post("/deliveries/:id/replay", guard, pageMay("manage_notifications"), async (c) => {
    const replayed = await replayDelivery(ports, actingOf(c), c.req.param("id"));
    if (!replayed.ok) return formRefused(c, "/deliveries", replayed.problem);
    wakeInBackground(c, ports);
    return doneAt(c, "/deliveries", "replayed");
  });
  return routes;
}
