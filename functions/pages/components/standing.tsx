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
  const isCritical = standing.is === "alert" && standing.alert.severity === "critical";
  return (
    <Banner
      tone={isCritical ? "critical" : TONES[standing.is]}
      icon={iconOf(standing)}
      part="standing"
      role="status"
      aria-live="polite"
    >
      <Sentence standing={standing} home={home} isOwn={isOwn} teller={teller} />
      {isOwn && standing.is === "alert" ? (
        <AlertActions alert={standing.alert} mayAck={mayAck} teller={teller} />
      ) : null}
      {standing.is === "waiting" && setUp !== null ? (
        <p class="row">
          <a class="button" href={`/devices/${setUp}/set-up`}>
            {teller.words.device.setUp}
          </a>
        </p>
      ) : null}
    </Banner>
  );
}

type ActionProps = { alert: Of<"alert">["alert"]; mayAck: boolean; teller: Teller };

const AlertActions = ({ alert, mayAck, teller }: ActionProps) => (
  <div class="row">
    {mayAck ? <TakeOn alert={alert} words={teller.words} /> : null}
    <a class="button second" href={`/alerts/${alert.id}`}>
      {teller.words.owner.details}
    </a>
  </div>
);

const iconOf = (standing: StandingOfHome): IconName => {
  if (standing.is === "alert") return standing.alert.kind === "leak" ? "flood" : "alert";
  if (standing.is === "past_limit") return "alert";
  return standing.is === "empty" || standing.is === "late" ? "waiting" : standing.is;
};

function Sentence({ standing, home, isOwn = false, teller }: Props) {
  const { words } = teller;
  switch (standing.is) {
    case "well":
      return (
        <p class="first">
          {words.standing.well} <span class="quiet">·</span>{" "}
          <span class="when">
            <Ago at={standing.heardAt} teller={teller} />
          </span>
        </p>
      );
    case "alert":
      return <AlertSentence standing={standing} home={home} teller={teller} />;
    case "past_limit":
      return <PastLimit standing={standing} isOwn={isOwn} teller={teller} />;
    case "late":
      return <Late standing={standing} home={home} teller={teller} />;
    case "unknown":
      return <Doubt standing={standing} teller={teller} />;
    case "waiting":
    case "empty":
      return <p class="first">{words.standing[standing.is]}</p>;
    default:
      return standing satisfies never;
  }
}

type Of<Is extends StandingOfHome["is"]> = Extract<StandingOfHome, { is: Is }>;

function AlertSentence({
  standing,
  home,
  teller,
}: {
  standing: Of<"alert">;
  home: PageHome;
  teller: Teller;
}) {
  const { alert, more } = standing;
  const { words } = teller;
  const { title, advice } = alertText(alert, home, teller);
  return (
    <>
      <p class="first">{title}</p>
      <p>
        {words.common.since(teller.dateTime(alert.openedAt))}
        {alert.acknowledgedAt === null ? null : ` · ${acknowledgedText(alert, teller)}`}
        {more === 0 ? null : ` · ${words.standing.more(more)}`}
      </p>
      <p class="advice">{advice}</p>
    </>
  );
}

type PastProps = { standing: Of<"past_limit">; isOwn: boolean; teller: Teller };

function PastLimit({ standing, isOwn, teller }: PastProps) {
  const { device, sensor, limit, more } = standing;
  const { words } = teller;
  const [value, at] = [sensor.value ?? limit.value, limit.value].map((each) =>
    teller.value(each, sensor.unit),
  );
  return (
    <>
      <p class="first">
        {words.standing.pastLimit(placeText(nameOf(sensor, words), device.space), value ?? "")}
      </p>
      <p class="advice">
        {words.standing.pastLimitAdvice(at ?? "", isOwn)}
        {more === 0 ? null : ` ${words.standing.morePastLimit(more)}`}
      </p>
    </>
  );
}

type LateProps = { standing: Of<"late">; home: PageHome; teller: Teller };

function Late({ standing, home, teller }: LateProps) {
  const { device, since, more } = standing;
  const { words, now } = teller;
  const isReporting = home.devices.some((each) => each.enabled && deviceStatus(each, now) === "ok");
  const where = placeText(device.name, device.space);
  return (
    <>
      <p class="first">{words.standing.late(where, teller.span(now.getTime() - since.getTime()))}</p>
      {more === 0 ? null : <p>{words.standing.moreLate(more)}</p>}
      <p class="advice">
        {isReporting
          ? words.standing.lateAdvice
          : more === 0
            ? words.standing.lateAlone
            : words.standing.lateAll}
      </p>
    </>
  );
}

function Doubt({ standing, teller }: { standing: Of<"unknown">; teller: Teller }) {
  const { device, sensor, reason, since, more } = standing;
  const { words, now } = teller;
  const where = placeText(sensor === null ? device.name : nameOf(sensor, words), device.space);
  const isFaulty = reason === "faulty";
  return (
    <>
      <p class="first">
        {isFaulty
          ? words.standing.faulty(where)
          : words.standing.silent(where, teller.span(now.getTime() - since.getTime()))}
      </p>
      <p>
        {words.common.since(teller.dateTime(since))}
        {more === 0 ? null : ` · ${words.standing.moreSilent(more)}`}
      </p>
      <p class="advice">{isFaulty ? words.standing.faultyAdvice : words.standing.silentAdvice}</p>
    </>
  );
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
