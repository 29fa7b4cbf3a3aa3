import { type EmergencyCard, stepFor } from "../../../lib/emergency/card.ts";
import type { PageAlert, PageHome } from "../../../lib/sharing/home-page/page-home.ts";
import { type AlertKind, CARD_STEPS } from "../../../schema/vocabulary.ts";
import { acknowledgedText, alertText, pastTitle } from "../format/alert-text.ts";
import type { Teller } from "../format/teller.ts";
import { EmergencyCardView } from "./emergency-card.tsx";
import { Icon } from "./icons.tsx";
import { Press } from "./press.tsx";
import { useTeller } from "./teller-scope.ts";

/** The home's emergency card, and below which path its photos are shown to this reader. */
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
  kind?: "second";
};

/** The button of an open alert, which a member keeps while somebody outside the home is on the way. */
export function TakeOn({ alert, ...kind }: TakeOnProps) {
  const { ack, ackToo } = useTeller().words.alertPage;
  if (alert.acknowledgedAt !== null && !alert.isTakenOutside) return null;
  return <Press action={`/alerts/${alert.id}/ack`} text={alert.isTakenOutside ? ackToo : ack} {...kind} />;
}

type Props = {
  alerts: readonly (Omit<PageAlert, "acknowledger" | "isTakenOutside" | "evidence"> & {
    closedAt?: Date | null;
  })[];
  home: Pick<PageHome, "devices" | "alerts">;
  /** Whose first words these are, above them. */
  title?: { id: string; text: string };
  /** True for who may take the open ones on here. */
  mayAck?: boolean;
  /** False for readers of a link, who can open none. */
  isOwn?: boolean;
};

/** Alerts as they are called today: an open one as the home's page calls it, one that is over by what it was. */
export function AlertList({ alerts, home, title, mayAck = false, isOwn = true }: Props) {
  const teller = useTeller();
  if (alerts.length === 0) return null;
  const list = (
    <ul class="alerts" data-part="alerts">
      {alerts.map((alert) => {
        const { id, kind, severity, openedAt, closedAt } = alert;
        const open = home.alerts.find((each) => each.id === id);
        const what = (
          <>
            <Icon name={kind === "leak" ? "flood" : "alert"} />
            <span>
              <strong>
                {open === undefined ? pastTitle(alert, home, teller) : alertText(open, home, teller).title}
              </strong>
              <span class="hint">{whenText(openedAt, closedAt ?? null, open, teller)}</span>
            </span>
          </>
        );
        return (
          <li class={closedAt == null ? severity : "over"}>
            {isOwn ? <a href={`/alerts/${id}`}>{what}</a> : <p>{what}</p>}
            {mayAck && open !== undefined ? <TakeOn alert={open} kind="second" /> : null}
          </li>
        );
      })}
    </ul>
  );
  if (title === undefined) return list;
  return (
    <section aria-labelledby={title.id}>
      <h2 id={title.id}>{title.text}</h2>
      {list}
    </section>
  );
}

/** When it began, and how long it lasted or who is on it. */
function whenText(
  openedAt: Date,
  closedAt: Date | null,
  open: PageAlert | undefined,
  teller: Teller,
): string {
  const { alertPage, common } = teller.words;
  const at = teller.dateTime(openedAt);
  if (closedAt !== null)
    return `${at} · ${alertPage.lasted(teller.span(closedAt.getTime() - openedAt.getTime()))}`;
  return open == null || open.acknowledgedAt === null
    ? common.since(at)
    : `${common.since(at)} · ${acknowledgedText(open, teller)}`;
}
