import type { PageAlert, PageHome } from "../../../lib/sharing/home-page/page-home.ts";
import { acknowledgedText, alertText, beganAt, pastTitle } from "../format/alert-text.ts";
import { Icon, List, Press, Row } from "./list.tsx";
import { useMay, useMember, useTeller } from "./teller-scope.tsx";

export const alertIcon = ({ kind }: Pick<PageAlert, "kind">) => (kind === "leak" ? "flood" : "alert");

/** The button of an open alert, which a member keeps while somebody outside the home is on the way. */
export function TakeOn({ alert, ...kind }: { alert: PageAlert; kind?: "first" }) {
  const { ack, ackToo } = useTeller().words.alertPage;
  const isTaken = alert.acknowledgedAt !== null && !alert.isTakenOutside;
  if (isTaken || !useMay("acknowledge_alert")) return null;
  return <Press action={`/alerts/${alert.id}/ack`} text={alert.isTakenOutside ? ackToo : ack} {...kind} />;
}

type Listed = Omit<PageAlert, "acknowledger" | "isTakenOutside" | "evidence" | "limit"> & {
  closedAt?: number | null;
  subject?: string;
};
type Props = {
  alerts: readonly Listed[];
  home: Pick<PageHome, "devices" | "alerts" | "alertSettings">;
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
          const { id, severity, openedAt, closedAt = null } = alert;
          const open = home.alerts.find((each) => each.id === id);
          const at = teller.dateTime(beganAt(alert, home));
          return (
            <Row
              lead={
                <span class={`badge ${closedAt === null ? severity : ""}`}>
                  <Icon name={alertIcon(alert)} />
                </span>
              }
              title={open ? alertText(open, home, teller).title : pastTitle(alert, home, teller)}
              facts={[
                closedAt === null ? teller.words.common.since(at) : at,
                closedAt !== null && teller.words.alertPage.lasted(teller.span(closedAt - openedAt)),
                closedAt === null && open?.acknowledgedAt != null && acknowledgedText(open, teller),
              ]}
              href={isOwn ? `/alerts/${id}` : null}
            >
              {open && <TakeOn alert={open} />}
            </Row>
          );
        }}
      </List>
    </section>
  );
}
