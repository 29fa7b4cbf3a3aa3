import { isOnVacation, isSnoozed, quietOf } from "../../../lib/alerts/quiet/quiet.ts";
import { deviceStatus } from "../../../lib/devices/device-status.ts";
import { HOUR_MS } from "../../../lib/kernel/time.ts";
import type { Tone } from "../../../lib/sharing/embeds.ts";
import type { PageAlert, PageHome } from "../../../lib/sharing/home-page/page-home.ts";
import { type Standing as StandingOfHome, standingOf } from "../../../lib/sharing/home-page/standing.ts";
import { acknowledgedText, alertText, pastTitle, placedText, placeText } from "../format/alert-text.ts";
import { Ago, type Teller, useMay, useMember, useTeller } from "../format/teller.tsx";
import { Banner, Go, Icon, type IconName, List, Note, Press, Start } from "./list.tsx";

type Props = { home: PageHome };

/** The first sentence of a home's page, big enough to read across a room. Members also get buttons. */
export function Standing({ home }: Props) {
  const teller = useTeller();
  const { words, now } = teller;
  const isOwn = useMember() !== undefined;
  // The device whose first reading is still to come.
  const unheard = home.devices.find((each) => each.type === "push" && deviceStatus(each, now) === "new");
  const isHandy = useMay("manage_devices");
  const standing = standingOf(home, now);
  const { tone, first, line, advice } = standingText(standing, home, teller, isOwn);
  return (
    <Banner tone={tone} icon={iconOf(standing)} role="status" aria-live="polite">
      <p class="first">{first}</p>
      {standing.is === "well" && <Ago at={standing.heardAt} />}
      {line && <p>{line}</p>}
      {advice && <p class="advice">{advice}</p>}
      {isOwn && standing.is === "alert" ? (
        <div class="row">
          <TakeOn alert={standing.alert} kind="first" />
          <Go href={`/alerts/${standing.alert.id}`}>{words.owner.details}</Go>
        </div>
      ) : null}
      {standing.is === "waiting" && isHandy && unheard && (
        <p class="row">
          <Start href={`/devices/${unheard.id}/set-up`}>{words.device.setUp}</Start>
        </p>
      )}
    </Banner>
  );
}

const iconOf = (standing: StandingOfHome): IconName => {
  if (standing.is === "alert") return alertIcon(standing.alert);
  if (standing.is === "past_limit") return "alert";
  return standing.is === "empty" || standing.is === "late" ? "waiting" : standing.is;
};

/** Says if the home is snoozed or on vacation. Share links don't mention a vacation: strangers could learn of it. */
export function QuietNote({ home }: Props) {
  const teller = useTeller();
  const isOwn = useMember() !== undefined;
  const { standing } = teller.words;
  const { snoozedUntil, vacationUntil } = home;
  const [quiet, now] = [quietOf(home), teller.now.getTime()];
  const away =
    vacationUntil === null ? standing.vacation : standing.vacationUntil(teller.dateTime(vacationUntil));
  const notes = [
    snoozedUntil !== null && isSnoozed(quiet, now) && standing.snoozed(teller.dateTime(snoozedUntil)),
    isOwn && isOnVacation(quiet, now) && away,
  ].filter(Boolean);
  return notes.length === 0 ? null : <Note kind="quiet">{notes.join(" ")}</Note>;
}

const SNOOZES = [4, 12, 24];

export function Snoozes({ action }: { action: string }) {
  const { words, span } = useTeller();
  return (
    <div class="row">
      {SNOOZES.map((hours) => (
        <Press
          action={action}
          send={{ action: "snooze", hours }}
          text={words.home.snooze(span(hours * HOUR_MS))}
        />
      ))}
    </div>
  );
}

/** `first`: a whole sentence. `line`: since when, who is on it, and how many more. `advice`: what to do. */
type StandingText = { tone: Tone; first: string; line?: string; advice?: string };

/** Describes the state of a home, for its pages and its badge. `isOwn`: true for members, who get its alerts. */
export function standingText(
  standing: StandingOfHome,
  home: Pick<PageHome, "devices" | "alerts" | "alertSettings">,
  teller: Teller,
  isOwn: boolean,
): StandingText {
  const { standing: words, common } = teller.words;
  const join = (by: string, ...parts: (string | false | null)[]) => parts.filter(Boolean).join(by);
  switch (standing.is) {
    case "well":
      return { tone: "well", first: words.well };
    case "waiting":
    case "empty":
      return { tone: "unknown", first: words[standing.is] };
    case "alert": {
      const { alert, more } = standing;
      const { title, advice, since } = alertText(alert, home, teller);
      const who = alert.acknowledgedAt !== null && acknowledgedText(alert, teller);
      const line = join(" · ", since, who, more > 0 && words.more(more));
      return { tone: alert.severity, first: title, line, advice };
    }
    case "past_limit": {
      const { sensor, limit, more } = standing;
      const value = teller.value(sensor.value ?? limit.value, sensor.unit);
      const advice = words[isOwn ? "pastOwnLimitAdvice" : "pastLimitAdvice"](
        teller.value(limit.value, sensor.unit),
      );
      return {
        tone: "warning",
        first: words.pastLimit(placedText(standing, teller.words), value),
        advice: join(" ", advice, more > 0 && words.morePastLimit(more)),
      };
    }
    case "late": {
      const { device, since, more } = standing;
      const isReporting = home.devices.some((each) => deviceStatus(each, teller.now) === "ok");
      return {
        tone: "unknown",
        first: words.late(placeText(device.name, device.space), teller.since(since)),
        ...(more === 0 ? {} : { line: words.moreLate(more) }),
        advice:
          more > 0 && !isReporting
            ? words.lateAll
            : join(" ", isReporting && words.lateElse, words.lateAlone, isOwn && words.lateTold),
      };
    }
    case "unknown": {
      const { device, sensor, reason, since, more } = standing;
      const isWhole = sensor === null;
      const where = isWhole
        ? placeText(device.name, device.space)
        : placedText({ sensor, device }, teller.words);
      const isFaulty = reason === "faulty";
      return {
        tone: "unknown",
        first: isFaulty ? words.faulty(where) : words.silent(where, teller.since(since)),
        line: join(" · ", common.since(teller.dateTime(since)), more > 0 && words.moreSilent(more)),
        advice: isFaulty ? words.faultyAdvice : words.silentAdvice,
      };
    }
    default:
      return standing satisfies never;
  }
}

export const alertIcon = ({ kind }: Pick<PageAlert, "kind">) => (kind === "leak" ? "wet" : "alert");

/** The button to acknowledge an open alert. Members still have it if only somebody outside the home has done so. */
function TakeOn({ alert, ...kind }: { alert: PageAlert; kind?: "first" }) {
  const { ack, ackToo } = useTeller().words.alertPage;
  const isTaken = alert.acknowledgedAt !== null && !alert.isTakenOutside;
  if (isTaken || !useMay("acknowledge_alert")) return null;
  return <Press action={`/alerts/${alert.id}/ack`} text={alert.isTakenOutside ? ackToo : ack} {...kind} />;
}

type Listed = Omit<PageAlert, "acknowledger" | "isAssigned" | "isTakenOutside" | "evidence" | "limit"> & {
  closedAt?: number | null;
  subject?: string;
};
type AlertsProps = {
  alerts: readonly Listed[];
  home: Pick<PageHome, "devices" | "alerts" | "alertSettings">;
  title?: string;
};

/** A list of alerts. An open alert has the same title as on the home's page; an ended one says what it was. */
export function AlertList({ alerts, home, title }: AlertsProps) {
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
          const now = open && alertText(open, home, teller);
          return {
            lead: (
              <span class={`badge ${closedAt === null ? severity : ""}`}>
                <Icon name={alertIcon(alert)} />
              </span>
            ),
            title: now?.title ?? pastTitle(alert, home, teller),
            facts: [
              now?.since ?? teller.dateTime(openedAt),
              closedAt !== null && teller.words.alertPage.lasted(teller.span(closedAt - openedAt)),
              closedAt === null && open?.acknowledgedAt != null && acknowledgedText(open, teller),
            ],
            href: isOwn ? `/alerts/${id}` : null,
            children: open && <TakeOn alert={open} />,
          };
        }}
      </List>
    </section>
  );
}
