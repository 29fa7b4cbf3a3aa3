import { deviceStatus } from "../../../lib/devices/device-status.ts";
import type { PageHome } from "../../../lib/sharing/home-page/page-home.ts";
import type { Standing as StandingOfHome } from "../../../lib/sharing/home-page/standing.ts";
import { acknowledgedText, alertText, placeText } from "../format/alert-text.ts";
import { nameOf } from "../format/name-of.ts";
import type { Teller } from "../format/teller.ts";
import { Ago } from "./ago.tsx";
import { TakeOn } from "./alert-card.tsx";
import { Banner, Note } from "./banner.tsx";
import type { IconName } from "./icons.tsx";

type Props = {
  standing: StandingOfHome;
  home: PageHome;
  teller: Teller;
  /** True for the home's own people, who can open the alert. */
  isOwn?: boolean;
  /** Who of them may take it on. */
  mayAck?: boolean;
  /** The device that they can go on setting up while nothing has come; null for none. */
  setUp?: string | null;
};

const TONES: { [Is in StandingOfHome["is"]]: string } = {
  well: "well",
  alert: "warning",
  past_limit: "warning",
  late: "unknown",
  unknown: "unknown",
  waiting: "unknown",
  empty: "unknown",
};

/** The first sentence of a home's page, big enough to be read across a room. */
export function Standing({ standing, home, teller, isOwn = false, mayAck = false, setUp = null }: Props) {
  const { words } = teller;
  const { first, line, advice } = toldOf(standing, home, isOwn, teller);
  const isCritical = standing.is === "alert" && standing.alert.severity === "critical";
  return (
    <Banner
      tone={isCritical ? "critical" : TONES[standing.is]}
      icon={iconOf(standing)}
      part="standing"
      role="status"
      aria-live="polite"
    >
      <p class="first">
        {first}
        {standing.is !== "well" ? null : (
          <>
            {" "}
            <span class="quiet">·</span>{" "}
            <span class="when">
              <Ago at={standing.heardAt} teller={teller} />
            </span>
          </>
        )}
      </p>
      {line === undefined ? null : <p>{line}</p>}
      {advice === undefined ? null : <p class="advice">{advice}</p>}
      {isOwn && standing.is === "alert" ? (
        <div class="row">
          {mayAck ? <TakeOn alert={standing.alert} words={words} /> : null}
          <a class="button second" href={`/alerts/${standing.alert.id}`}>
            {words.owner.details}
          </a>
        </div>
      ) : null}
      {standing.is === "waiting" && setUp !== null ? (
        <p class="row">
          <a class="button" href={`/devices/${setUp}/set-up`}>
            {words.device.setUp}
          </a>
        </p>
      ) : null}
    </Banner>
  );
}

const iconOf = (standing: StandingOfHome): IconName => {
  if (standing.is === "alert") return standing.alert.kind === "leak" ? "flood" : "alert";
  if (standing.is === "past_limit") return "alert";
  return standing.is === "empty" || standing.is === "late" ? "waiting" : standing.is;
};

type Told = { first: string; line?: string; advice?: string };

/** What is so, since when and of how many, and what to do. */
function toldOf(standing: StandingOfHome, home: PageHome, isOwn: boolean, teller: Teller): Told {
  const { standing: words, common } = teller.words;
  const lasted = (since: Date) => teller.span(teller.now.getTime() - since.getTime());
  const line = (...parts: (string | null)[]) => parts.filter((part) => part !== null).join(" · ");
  switch (standing.is) {
    case "well":
    case "waiting":
    case "empty":
      return { first: words[standing.is] };
    case "alert": {
      const { alert, more } = standing;
      const { title, advice } = alertText(alert, home, teller);
      const since = common.since(teller.dateTime(alert.openedAt));
      const who = alert.acknowledgedAt === null ? null : acknowledgedText(alert, teller);
      return { first: title, line: line(since, who, more === 0 ? null : words.more(more)), advice };
    }
    case "past_limit": {
      const { device, sensor, limit, more } = standing;
      const value = teller.value(sensor.value ?? limit.value, sensor.unit);
      const advice = words.pastLimitAdvice(teller.value(limit.value, sensor.unit), isOwn);
      return {
        first: words.pastLimit(placeText(nameOf(sensor, teller.words), device.space), value),
        advice: more === 0 ? advice : `${advice} ${words.morePastLimit(more)}`,
      };
    }
    case "late": {
      const { device, since, more } = standing;
      const isReporting = home.devices.some(
        (each) => each.enabled && deviceStatus(each, teller.now) === "ok",
      );
      return {
        first: words.late(placeText(device.name, device.space), lasted(since)),
        ...(more === 0 ? {} : { line: words.moreLate(more) }),
        advice: isReporting ? words.lateAdvice : more === 0 ? words.lateAlone : words.lateAll,
      };
    }
    case "unknown": {
      const { device, sensor, reason, since, more } = standing;
      const where = placeText(sensor === null ? device.name : nameOf(sensor, teller.words), device.space);
      const isFaulty = reason === "faulty";
      return {
        first: isFaulty ? words.faulty(where) : words.silent(where, lasted(since)),
        line: line(common.since(teller.dateTime(since)), more === 0 ? null : words.moreSilent(more)),
        advice: isFaulty ? words.faultyAdvice : words.silentAdvice,
      };
    }
    default:
      return standing satisfies never;
  }
}

type QuietProps = {
  home: PageHome;
  /** False for readers of a link, which is passed on: it tells nobody that the home is empty. */
  isOwn?: boolean;
  teller: Teller;
};

/** Snooze and, for the home's own people, vacation, where they are on. */
export function QuietNote({ home, isOwn = false, teller }: QuietProps) {
  const { standing } = teller.words;
  const { snoozedUntil, vacationSince, vacationUntil } = home;
  const isAway = vacationSince !== null && (vacationUntil === null || vacationUntil > teller.now);
  const notes = [
    ...(snoozedUntil !== null && snoozedUntil > teller.now
      ? [standing.snoozed(teller.dateTime(snoozedUntil))]
      : []),
    ...(isAway && isOwn
      ? [vacationUntil === null ? standing.vacation : standing.vacationUntil(teller.dateTime(vacationUntil))]
      : []),
  ];
  if (notes.length === 0) return null;
  return (
    <Note icon="mute" part="quiet">
      {notes.join(" ")}
    </Note>
  );
}
