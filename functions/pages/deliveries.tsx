import { listDeliveries, replayDelivery, retryDelivery } from "../../lib/messages/deliveries.actions.ts";
import { DeliveriesQuery, type DeliveryItem } from "../../schema/wire/deliveries.ts";
import { validate } from "../_http/validate.ts";
import { Press } from "./components/fields.tsx";
import { Empty, List, Older, Row } from "./components/list.tsx";
import { Failure } from "./components/reason.tsx";
import { messageText } from "./format/name-of.ts";
import type { Teller } from "./format/teller.ts";
import { actingOf, idIn } from "./session.ts";
import type { Site } from "./site.ts";

const PATH = "/deliveries";

/** `/deliveries`: what the home was sent and will be, newest first, and another try for what was given up. */
export function deliveryPages({ services, page }: Site): void {
  const form = page(PATH, "read_home", {
    place: "settings",
    load: async (c) => {
      const query = validate(DeliveriesQuery, { cursor: c.req.query("cursor") });
      return query.ok ? listDeliveries(services, c.var.member.householdId, query.value) : query;
    },
    view: ({ deliveries, next_cursor: next }, { words, teller, mayDo }) => (
      <>
        <List isPanel empty={<Empty icon="share" text={words.delivery.none} />}>
          {deliveries.map((each) => (
            <DeliveryRow delivery={each} mayRetry={mayDo("manage_notifications")} teller={teller} />
          ))}
        </List>
        <Older
          href={next === null ? null : `/deliveries?cursor=${encodeURIComponent(next)}`}
          text={words.alertPage.older}
        />
      </>
    ),
  });
  for (const [path, run, done] of [
    ["retry", retryDelivery, "retried"],
    ["replay", replayDelivery, "replayed"],
  ] as const)
    form(`${PATH}/:id/${path}`, "manage_notifications", {
      run: (c) => run(services, actingOf(c), idIn(c)),
      done,
      wakes: services,
    });
}

type RowProps = { delivery: DeliveryItem; path?: string; mayRetry: boolean; teller: Teller };

/** A message: by which way to whom, what it was and what became of it. */
export function DeliveryRow({ delivery, path = PATH, mayRetry, teller }: RowProps) {
  const { words } = teller;
  const { id, channel, recipient, kind, state, receipt } = delivery;
  const moment = teller.dateTime(new Date(delivery.settled_at ?? delivery.created_at));
  return (
    <Row
      title={`${words.alertPage.channels[channel]} · ${recipient}`}
      hint={
        <>
          {receipt === null ? null : `${words.delivery.receipts[receipt]} · `}
          {`${messageText(kind, words)} · ${moment}`}
          {state !== "sent" && delivery.last_error !== null ? (
            <>
              {" · "}
              <Failure text={delivery.failure_code ?? delivery.last_error} words={words} />
            </>
          ) : null}
        </>
      }
      mark={<span class={`mark ${state}`}>{words.alertPage.states[state]}</span>}
    >
      {state === "dead" && mayRetry ? (
        <Press action={`${path}/${id}/retry`} text={words.delivery.retry} kind="second" />
      ) : null}
      {path === PATH && channel === "webhook" && state !== "pending" && mayRetry ? (
        <Press action={`${path}/${id}/replay`} text={words.delivery.replay} kind="second" />
      ) : null}
    </Row>
  );
}
