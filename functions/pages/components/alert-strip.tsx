import type { PageAlert, PageHome } from "../../../lib/sharing/home-page/page-home.ts";
import { alertText } from "../format/alert-text.ts";
import type { Teller } from "../format/teller.ts";
import { Press } from "./fields.tsx";
import { Icon } from "./icons.tsx";

type Props = {
  alerts: readonly PageAlert[];
  home: Pick<PageHome, "devices">;
  teller: Teller;
  mayAck: boolean;
};

/** The open alerts that the first sentence doesn't tell, with what can be done about each at once. */
export function AlertStrip({ alerts, home, teller, mayAck }: Props) {
  const { words } = teller;
  if (alerts.length === 0) return null;
  return (
    <ul class="alerts" data-part="alerts">
      {alerts.map((alert) => (
        <li class={alert.severity}>
          <a href={`/alerts/${alert.id}`}>
            <Icon name={alert.kind === "leak" ? "flood" : "alert"} />
            <span>
              <strong>{alertText(alert, home, teller).title}</strong>
              <span class="hint">{words.common.since(teller.dateTime(alert.openedAt))}</span>
            </span>
          </a>
          {alert.acknowledgedAt !== null ? (
            <span class="mark">{words.standing.acknowledged}</span>
          ) : mayAck ? (
            <Press action={`/alerts/${alert.id}/ack`} text={words.alertPage.ack} kind="second" />
          ) : null}
        </li>
      ))}
    </ul>
  );
}
