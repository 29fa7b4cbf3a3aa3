import { changeQuiet } from "../../lib/alerts/quiet/quiet.actions.ts";
import { isOnVacation, isSnoozed, quietOf } from "../../lib/alerts/quiet/quiet.ts";
import { NEW_HOMES } from "../../lib/language/languages.ts";
import { type OpenedHomePage, openHomePage } from "../../lib/sharing/home-page/home-pages.actions.ts";
import { outdoorNow } from "../../lib/sharing/home-page/page-home.ts";
import { deviceNotes } from "../../lib/sharing/home-page/standing.ts";
import { QuietAction } from "../../schema/wire/quiet.ts";
import { Icon, LinkLine, Press, Section } from "./components/list.tsx";
import { Rooms } from "./components/sensor-card.tsx";
import { AlertList, QuietNote, Snoozes, Standing } from "./components/standing.tsx";
import { DeviceLines, isOdd } from "./device.tsx";
import { requirePageSession } from "./session.ts";
import type { Site } from "./site.ts";

const QUIET = "/home/quiet";

/** `/home`: the state of the home, and the actions of its members. */
export function homePages({ services, open, act }: Site): void {
  open(requirePageSession(services, null, (token) => openHomePage(services, token))).page("/home", null, {
    place: "home",
    isWide: true,
    load: (c) => {
      const { page } = c.var.opened as OpenedHomePage;
      // A member with a name, or who comes from a page of ours, has seen /welcome, and may have kept the default name.
      const from = URL.parse(c.req.header("Referer") ?? "")?.pathname ?? "/sign-in";
      const isFirst = Object.values(NEW_HOMES).includes(page.home.name) && c.var.member.name === null;
      const isNew = isFirst && page.home.devices.length === 0 && from.startsWith("/sign-in");
      return isNew ? c.redirect("/welcome", 303) : page;
    },
    zone: ({ home }) => home,
    title: (_, { home }) => home.name,
    heading: ({ home }) => <h1 class="visually-hidden">{home.name}</h1>,
    liveSeconds: 20,
    view: ({ home, rooms }, { words, teller, mayDo }) => {
      // Disabled devices don't count: nobody expects readings from them.
      const notes = deviceNotes(home, teller.now).filter(({ status }) => status !== "disabled");
      const outdoor = outdoorNow(home.outdoor, home.timeZone, teller.now);
      const quiet = quietOf(home);
      const isAway = isOnVacation(quiet, teller.now.getTime());
      const online = notes.filter(({ status }) => status === "ok").length;
      return (
        <div id="live">
          <div class="overview">
            <Standing home={home} />
            {home.hasPlace && outdoor !== null && (
              <p class="weather">
                <span>
                  <Icon name="sun" /> {words.home.outside}{" "}
                  <strong>{teller.value(outdoor.celsius, "°C")}</strong>
                </span>
                {outdoor.low === null ? null : (
                  <span>
                    <Icon name="moon" /> {words.home.tonight}{" "}
                    <strong>{teller.value(outdoor.low, "°C")}</strong>
                  </span>
                )}
              </p>
            )}
          </div>
          {home.devices.length === 0 && mayDo("manage_devices") && (
            <Section id="first-step" title={words.home.firstStep}>
              <ul class="stack">
                {words.home.willStand.map((text) => (
                  <li>{text}</li>
                ))}
              </ul>
              <LinkLine kind="button" href="/devices/new" text={words.device.add} />
            </Section>
          )}
          <QuietNote home={home} />
          <AlertList alerts={home.alerts.slice(1)} home={home} />
          <Rooms rooms={rooms} hrefOf={({ sensor }) => `/sensors/${sensor.id}`} />
          <div class="below">
            {/* At the end of the page: how many devices are online, and the devices that need attention. */}
            {notes.length > 0 && (
              <Section id="devices" title={words.owner.places.devices}>
                <p class="hint">
                  {words.home[online < notes.length ? "someOnline" : "allOnline"](online, notes.length)}
                </p>
                <DeviceLines notes={notes.filter(isOdd)} />
              </Section>
            )}
            {home.devices.length > 0 && mayDo("manage_quiet") && (
              <Section id="quiet" title={words.home.quiet} hint={words.home.quietHint}>
                <div class="row">
                  {isSnoozed(quiet, teller.now.getTime()) ? (
                    <Press action={QUIET} send={{ action: "clear_snooze" }} text={words.home.endSnooze} />
                  ) : (
                    <Snoozes action={QUIET} />
                  )}
                  <Press
                    action={QUIET}
                    send={{ action: isAway ? "clear_vacation" : "vacation" }}
                    text={isAway ? words.home.endVacation : words.home.vacation}
                  />
                </div>
                <p class="hint">{words.home.away}</p>
              </Section>
            )}
          </div>
          {home.outdoor === null ? null : (
            <LinkLine class="hint" href="https://open-meteo.com/" text={words.home.weatherBy} />
          )}
          {!home.hasPlace && mayDo("manage_household") && (
            <LinkLine class="links" href="/settings/place" text={words.home.weatherNone} />
          )}
        </div>
      );
    },
  });
  const said = (_: unknown, { wish: { action } }: { wish: QuietAction }) =>
    action === "status" ? "saved" : action;
  act(QUIET, "manage_quiet", QuietAction, changeQuiet, said, { page: "/home" });
}
