import { changeQuiet } from "../../lib/alerts/quiet/quiet.actions.ts";
import { NEW_HOMES } from "../../lib/language/languages.ts";
import { type OpenedHomePage, openHomePage } from "../../lib/sharing/home-page/home-pages.actions.ts";
import { outdoorNow, type PageHome } from "../../lib/sharing/home-page/page-home.ts";
import { deviceNotes } from "../../lib/sharing/home-page/standing.ts";
import { QuietAction } from "../../schema/wire/quiet.ts";
import { Go, Icon, LinkLine, Section } from "./components/list.tsx";
import { Rooms } from "./components/sensor-card.tsx";
import { AlertList, QuietForms, QuietNote, Standing } from "./components/standing.tsx";
import { DeviceLines, isOdd } from "./device.tsx";
import { useMay, useTeller } from "./format/teller.tsx";
import { requirePageSession } from "./session.ts";
import type { Site } from "./site.ts";

/** `/home`: how the home is, and what its people can do about it. */
export function homePages({ services, open, form }: Site): void {
  open(requirePageSession(services, null, (token) => openHomePage(services, token))).page("/home", null, {
    place: "home",
    isWide: true,
    load: (c) => {
      const { page } = c.var.opened as OpenedHomePage;
      // Whoever has said who they are, or comes from a page of ours, has been there, and may have kept the home's name.
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
      // Nobody waits for a device that is switched off.
      const notes = deviceNotes(home, teller.now).filter(({ status }) => status !== "disabled");
      const online = notes.filter(({ status }) => status === "ok").length;
      return (
        <div id="live">
          <div class="overview">
            <Standing home={home} />
            <Weather home={home} />
          </div>
          {home.devices.length === 0 && mayDo("manage_devices") && (
            <Section id="first-step" title={words.home.firstStep}>
              <ul class="stack">
                {words.home.willStand.map((text) => (
                  <li>{text}</li>
                ))}
              </ul>
              <LinkLine kind="button" href="/devices/new" text={words.home.addFirst} />
            </Section>
          )}
          <QuietNote home={home} />
          <AlertList alerts={home.alerts.slice(1)} home={home} />
          <Rooms rooms={rooms} hrefOf={({ sensor }) => `/sensors/${sensor.id}`} />
          <div class="below">
            {/* Quietly at the end: how many are online, and only those devices with something to know. */}
            <Section id="devices" title={words.owner.places.devices}>
              <p class="hint">
                {online < notes.length
                  ? words.home.someOnline(online, notes.length)
                  : words.home.allOnline(online)}
              </p>
              <DeviceLines notes={notes.filter(isOdd)} />
              <p class="row">
                <Go href="/charts">{words.charts.title}</Go>
                <Go href="/devices">{words.home.allDevices}</Go>
                {mayDo("manage_devices") && <Go href="/devices/new">{words.device.add}</Go>}
                {rooms.length > 1 && mayDo("manage_household") && (
                  <Go href="/settings/rooms">{words.rooms.arrange}</Go>
                )}
              </p>
            </Section>
            {home.devices.length > 0 && mayDo("manage_quiet") && <QuietForms home={home} />}
          </div>
          {home.outdoor !== null && (
            <LinkLine
              class="hint"
              href="https://open-meteo.com/"
              rel="noreferrer"
              text={words.home.weatherBy}
            />
          )}
        </div>
      );
    },
  });
  form("/home/quiet", "manage_quiet", {
    page: "/home",
    shape: QuietAction,
    run: (c, { action, hours = null }) => changeQuiet(services, c.var, { action, hours }),
    done: (_, __, ___, { action }) => (action === "status" ? "saved" : action),
  });
}

function Weather({ home }: { home: PageHome }) {
  const teller = useTeller();
  const { words } = teller;
  if (!home.hasPlace)
    return !useMay("manage_household") ? null : (
      <LinkLine class="weather hint" href="/settings/place" text={words.home.weatherNone} />
    );
  const outdoor = outdoorNow(home.outdoor, home.timeZone, teller.now);
  if (outdoor === null) return null;
  return (
    <p class="weather">
      <span>
        <Icon name="sun" /> {words.home.outside} <strong>{teller.value(outdoor.celsius, "°C")}</strong>
      </span>
      {outdoor.low === null ? null : (
        <span>
          <Icon name="moon" /> {words.home.tonight} <strong>{teller.value(outdoor.low, "°C")}</strong>
        </span>
      )}
    </p>
  );
}
