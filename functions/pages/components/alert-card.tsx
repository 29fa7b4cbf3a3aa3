import { type EmergencyCard, stepFor } from "../../../lib/emergency/card.ts";
import type { Words } from "../../../lib/language/en/pages.ts";
import type { PageAlert, PageHome } from "../../../lib/sharing/home-page/page-home.ts";
import { type AlertKind, CARD_STEPS } from "../../../schema/vocabulary.ts";
import { acknowledgedText, alertText } from "../format/alert-text.ts";
import type { Teller } from "../format/teller.ts";
import { EmergencyCardView } from "./emergency-card.tsx";
import { Press } from "./fields.tsx";
import { Icon } from "./icons.tsx";

/** The home's emergency card, and below which path its photos are shown to this reader. */
export type AlertCard = { card: EmergencyCard; photosPath: string };

/** What of the card helps with these kinds of alert; nothing where none is an emergency. */
export function CardPart({
  kinds,
  card,
  photosPath,
  teller,
}: AlertCard & { kinds: readonly AlertKind[]; teller: Teller }) {
  const steps = new Set(kinds.map(stepFor));
  const only = CARD_STEPS.filter((step) => steps.has(step));
  if (only.length === 0) return null;
  const { words } = teller;
  return (
    <section aria-labelledby="card">
      <h2 id="card">{words.emergency.title}</h2>
      <EmergencyCardView card={card} words={words} photosPath={photosPath} only={only} />
    </section>
  );
}

type TakeOnProps = {
  alert: Pick<PageAlert, "id" | "acknowledgedAt" | "isTakenOutside">;
  words: Words;
  kind?: "second";
};

/** The button of an open alert, which a member keeps while somebody outside the home is on the way. */
export const TakeOn = ({ alert, words, ...kind }: TakeOnProps) =>
  alert.acknowledgedAt !== null && !alert.isTakenOutside ? null : (
    <Press
      action={`/alerts/${alert.id}/ack`}
      text={alert.isTakenOutside ? words.alertPage.ackToo : words.alertPage.ack}
      {...kind}
    />
  );

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
          {alert.acknowledgedAt === null ? null : <span class="mark">{acknowledgedText(alert, teller)}</span>}
          {mayAck ? <TakeOn alert={alert} words={words} kind="second" /> : null}
        </li>
      ))}
    </ul>
  );
}

/** The same by name alone, for readers of a link. */
export const AlertNames = ({ alerts, home, teller }: Omit<Props, "mayAck">) =>
  alerts.length === 0 ? null : (
    <ul class="alerts" data-part="alerts">
      {alerts.map((alert) => (
        <li class={alert.severity}>
          <p>
            <Icon name={alert.kind === "leak" ? "flood" : "alert"} />
            <span>
              <strong>{alertText(alert, home, teller).title}</strong>
              <span class="hint">{teller.words.common.since(teller.dateTime(alert.openedAt))}</span>
            </span>
          </p>
        </li>
      ))}
    </ul>
  );
