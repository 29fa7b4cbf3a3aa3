import type { PageHome } from "../../../lib/sharing/home-page/page-home.ts";
import { type Standing as StandingOfHome, standingOf } from "../../../lib/sharing/home-page/standing.ts";
import { standingText } from "../format/standing-text.ts";
import { Ago } from "./ago.tsx";
import { TakeOn } from "./alert-card.tsx";
import { Banner, Note } from "./banner.tsx";
import type { IconName } from "./icons.tsx";
import { Go, Start } from "./press.tsx";
import { isAway, isSnoozed } from "./quiet-forms.tsx";
import { useMay, useMember, useTeller } from "./teller-scope.ts";

type Props = { home: PageHome };

/** The first sentence of a home's page, big enough to be read across a room; its own people can go on from there. */
export function Standing({ home }: Props) {
  const teller = useTeller();
  const { words } = teller;
  const isOwn = useMember() !== undefined;
  const unheard = useMay("manage_devices") ? unheardIn(home) : undefined;
  const standing = standingOf(home, teller.now);
  const { tone, first, line, advice } = standingText(standing, home, teller, isOwn);
  return (
    <Banner tone={tone} icon={iconOf(standing)} role="status" aria-live="polite">
      <p class="first">
        {first}
        {standing.is !== "well" ? null : (
          <>
            {" "}
            <span class="quiet">·</span>{" "}
            <span class="when">
              <Ago at={standing.heardAt} />
            </span>
          </>
        )}
      </p>
      {line === undefined ? null : <p>{line}</p>}
      {advice === undefined ? null : <p class="advice">{advice}</p>}
      {isOwn && standing.is === "alert" ? (
        <div class="row">
          <TakeOn alert={standing.alert} kind="first" />
          <Go href={`/alerts/${standing.alert.id}`}>{words.owner.details}</Go>
        </div>
      ) : null}
      {standing.is === "waiting" && unheard !== undefined ? (
        <p class="row">
          <Start href={`/devices/${unheard.id}/set-up`}>{words.device.setUp}</Start>
        </p>
      ) : null}
    </Banner>
  );
}

/** The device that is waited for. */
const unheardIn = ({ devices }: PageHome) =>
  devices.find(({ enabled, type, lastSeenAt }) => enabled && type === "push" && lastSeenAt === null);

const iconOf = (standing: StandingOfHome): IconName => {
  if (standing.is === "alert") return standing.alert.kind === "leak" ? "flood" : "alert";
  if (standing.is === "past_limit") return "alert";
  return standing.is === "empty" || standing.is === "late" ? "waiting" : standing.is;
};

/** A link is passed on: it tells nobody that the home is empty. */
export function QuietNote({ home }: Props) {
  const teller = useTeller();
  const isOwn = useMember() !== undefined;
  const { standing } = teller.words;
  const { snoozedUntil, vacationUntil } = home;
  const notes = [
    ...(snoozedUntil !== null && isSnoozed(home, teller.now)
      ? [standing.snoozed(teller.dateTime(snoozedUntil))]
      : []),
    ...(isOwn && isAway(home, teller.now)
      ? [vacationUntil === null ? standing.vacation : standing.vacationUntil(teller.dateTime(vacationUntil))]
      : []),
  ];
  if (notes.length === 0) return null;
  return <Note icon="mute">{notes.join(" ")}</Note>;
}
