import { type EmergencyCard, stepFor } from "../../../lib/emergency/card.ts";
import type { PageAlert, PageHome } from "../../../lib/sharing/home-page/page-home.ts";
import { type AlertKind, CARD_STEPS } from "../../../schema/vocabulary.ts";
import { acknowledgedText, alertText, pastTitle } from "../format/alert-text.ts";
import { EmergencyCardView } from "./emergency-card.tsx";
import { Icon, List, Press, Row } from "./list.tsx";
import { useMay, useMember, useTeller } from "./teller-scope.tsx";

export type AlertCard = { card: EmergencyCard; photosPath: string };

/** What of the card helps with these kinds of alert; nothing where none is an emergency. */
export function CardPart({ kinds, ...shown }: AlertCard & { kinds: readonly AlertKind[] }) {
  const steps = new Set(kinds.map(stepFor));
  const only = CARD_STEPS.filter((step) => steps.has(step));
  if (only.length === 0) return null;
  return (
    <section aria-labelledby="card">
      <h2 id="card">{useTeller().words.settings.emergency}</h2>
      <EmergencyCardView {...shown} only={only} />
    </section>
  );
}

type TakeOnProps = {
  alert: Pick<PageAlert, "id" | "acknowledgedAt" | "isTakenOutside">;
  kind?: "first";
};

/** The button of an open alert, which a member keeps while somebody outside the home is on the way. */
export function TakeOn({ alert, ...kind }: TakeOnProps) {
  const { ack, ackToo } = useTeller().words.alertPage;
  const isTaken = alert.acknowledgedAt !== null && !alert.isTakenOutside;
  if (isTaken || !useMay("acknowledge_alert")) return null;
  return <Press action={`/alerts/${alert.id}/ack`} text={alert.isTakenOutside ? ackToo : ack} {...kind} />;
}

type Listed = Omit<PageAlert, "acknowledger" | "isTakenOutside" | "evidence"> & { closedAt?: number | null };
type Props = {
  alerts: readonly Listed[];
  home: Pick<PageHome, "devices" | "alerts">;
  title?: string;
};

/** Alerts as they are called today: an open one as the home's page calls it, one that is over by what it was. */
export function AlertList({ alerts, home, title }: Props) {
  const teller = useTeller();
  const isOwn = useMember() !== undefined;
  if (alerts.length === 0) return null;
  return (
    <section class="panel" aria-label={title ?? teller.words.owner.places.alerts}>
      {title === undefined ? null : <h2>{title}</h2>}
      <List items={alerts}>
        {(alert) => {
          const { id, kind, severity, openedAt, closedAt = null } = alert;
          const open = home.alerts.find((each) => each.id === id);
          const at = teller.dateTime(openedAt);
          return (
            <Row
              lead={
                <span class={`badge ${closedAt === null ? severity : ""}`}>
                  <Icon name={kind === "leak" ? "flood" : "alert"} />
                </span>
              }
              title={
                open === undefined ? pastTitle(alert, home, teller) : alertText(open, home, teller).title
              }
              facts={[
                closedAt === null ? teller.words.common.since(at) : at,
                closedAt !== null && teller.words.alertPage.lasted(teller.span(closedAt - openedAt)),
                closedAt === null && open?.acknowledgedAt != null && acknowledgedText(open, teller),
              ]}
              href={isOwn ? `/alerts/${id}` : null}
            >
              {open !== undefined ? <TakeOn alert={open} /> : null}
            </Row>
          );
        }}
      </List>
    </section>
  );
}
