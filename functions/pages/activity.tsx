import { sensorOf } from "../../lib/devices/home-device.ts";
import { showCoverage } from "../../lib/emergency/card.actions.ts";
import type { Words } from "../../lib/language/pages.ts";
import { listDeliveries } from "../../lib/messages/deliveries.actions.ts";
import { sendTest } from "../../lib/messages/send-test.actions.ts";
import { type ActivityItem, listActivity } from "../../lib/people/activity.queries.ts";
import { may } from "../../lib/people/entitlement.ts";
import { ActivityQuery } from "../../schema/wire/account/sessions.ts";
import { DeliveriesQuery, type DeliveryItem } from "../../schema/wire/deliveries.ts";
import { validate } from "../_http/validate.ts";
import { Empty, List, Older, Press, type RowProps } from "./components/list.tsx";
import { messageText, namedText, placedText, viaText } from "./format/alert-text.ts";
import { Failure, type Teller } from "./format/teller.tsx";
import { homeOf, type Site } from "./site.ts";

/** `/activity`: who did what in the home, newest first. Roles with the right to it also see the actor's IP address. */
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
    view: ({ activity, next_cursor: next }, { words, teller }) => [
      <List items={activity} isPanel empty={<Empty icon="waiting" text={words.activity.none} />}>
        {({ at, actor, action, details, ip }) => ({
          title: `${namedText(words.activity.actions, action)}${viaText(details, words)}`,
          facts: [doerOf(actor, words), teller.dateTime(at), ip !== null && words.activity.from(ip)],
        })}
      </List>,
      <Older cursor={next} />,
    ],
  });
  // `/deliveries`: the home's message log, newest first, with messages that are still queued.
  page("/deliveries", "read_home", {
    load: async (c) => {
      const query = validate(DeliveriesQuery, { cursor: c.req.query("before") });
      return query.ok ? listDeliveries(services, c.var.householdId, query.value) : query;
    },
    view: ({ deliveries, next_cursor: next }, { words, teller }) => [
      <List items={deliveries} isPanel empty={<Empty icon="share" text={words.delivery.none} />}>
        {(each) => deliveryRow(each, teller)}
      </List>,
      <Older cursor={next} />,
    ],
  });
  // `/coverage`: gaps that may leave the home without a warning, each with a way to close it.
  const { form } = page("/coverage", "manage_notifications", {
    load: (c) => ({ shown: showCoverage(services, c.var.householdId), home: homeOf(c, services) }),
    view: ({ shown: { gaps }, home }, { words, teller, mayDo }) => [
      <p>{words.coverage.lead}</p>,
      mayDo("manage_escalation") ? (
        <>
          <p class="hint">{words.coverage.testHint}</p>
          <Press action="/coverage/test" text={words.coverage.test} />
        </>
      ) : null,
      <section class="panel">
        <List items={gaps} empty={<p>{words.coverage.none}</p>} asks={() => false}>
          {({ gap, about, sensor_id: sensor, last_at: last }) => {
            const { title, todo } = words.coverage.gaps[gap];
            const told = last === null ? todo : `${todo} ${words.coverage.last(teller.date(last))}`;
            if (about === null) return { title, hint: told };
            const found = sensorOf(home.devices, sensor);
            const href = sensor === null ? null : `/sensors/${sensor}`;
            return { title: `${title}: ${found ? placedText(found, words) : about}`, hint: told, href };
          }}
        </List>
      </section>,
    ],
  });
  form("/coverage/test", "manage_escalation", { run: (c) => sendTest(services, c.var, "all"), done: "sent" });
}

const doerOf = ({ type, name }: ActivityItem["actor"], { activity: words }: Words): string =>
  type === "operator" ? (name === null ? words.anOperator : words.operator(name)) : (name ?? words.service);

export function deliveryRow(delivery: DeliveryItem, { words, dateTime }: Teller): RowProps {
  const { channel, recipient, name, kind, state, receipt, last_error: error } = delivery;
  return {
    title: `${words.alertPage.channels[channel]} · ${name ?? recipient}`,
    facts: [
      receipt !== null && words.delivery.receipts[receipt],
      messageText(kind, words),
      dateTime(delivery.settled_at ?? delivery.created_at),
      state !== "sent" && error !== null && <Failure text={delivery.failure_code ?? error} />,
    ],
    mark: <span class={`mark ${state}`}>{words.alertPage.states[state]}</span>,
  };
}
