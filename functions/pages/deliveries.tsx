import { listDeliveries } from "../../lib/messages/deliveries.actions.ts";
import { DeliveriesQuery, type DeliveryItem } from "../../schema/wire/deliveries.ts";
import { validate } from "../_http/validate.ts";
import { Empty, List, Older, Row } from "./components/list.tsx";
import { Failure } from "./components/reason.tsx";
import { useTeller } from "./components/teller-scope.ts";
import { messageText } from "./format/name-of.ts";
import type { Site } from "./site.ts";

/** `/deliveries`: what the home was sent and will be, newest first. */
export function deliveryPages({ services, page }: Site): void {
  page("/deliveries", "read_home", {
    load: async (c) => {
      const query = validate(DeliveriesQuery, { cursor: c.req.query("before") });
      return query.ok ? listDeliveries(services, c.var.householdId, query.value) : query;
    },
    view: ({ deliveries, next_cursor: next }, { words }) => (
      <>
        <List items={deliveries} isPanel empty={<Empty icon="share" text={words.delivery.none} />}>
          {(each) => <DeliveryRow {...each} />}
        </List>
        <Older cursor={next} />
      </>
    ),
  });
}

export function DeliveryRow(delivery: DeliveryItem) {
  const { words, dateTime } = useTeller();
  const { channel, recipient, name, kind, state, receipt, last_error: error } = delivery;
  return (
    <Row
      title={`${words.alertPage.channels[channel]} · ${name ?? recipient}`}
      facts={[
        receipt !== null && words.delivery.receipts[receipt],
        messageText(kind, words),
        dateTime(delivery.settled_at ?? delivery.created_at),
        state !== "sent" && error !== null && <Failure text={delivery.failure_code ?? error} />,
      ]}
      mark={<span class={`mark ${state}`}>{words.alertPage.states[state]}</span>}
    />
  );
}
