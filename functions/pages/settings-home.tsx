import { changeHousehold, showHousehold } from "../../lib/people/home.actions.ts";
import { listBays, registerPuck, releasePuck } from "../../lib/pucks/claims.actions.ts";
import { listPucks } from "../../lib/pucks/pucks.queries.ts";
import { showCity } from "../../lib/reports/city/city.actions.ts";
import { arrangeRoom, showRooms } from "../../lib/sharing/home-page/home-pages.actions.ts";
import { LIMITS } from "../../schema/limits.ts";
import { ROOM_ICONS } from "../../schema/vocabulary.ts";
import { HouseholdChange, RoomChange } from "../../schema/wire/account/household.ts";
import { PuckRegistration, type Bay as ShownBay } from "../../schema/wire/companion.ts";
import { Field, Form, SearchForm, Tick } from "./components/fields.tsx";
import { Ask, Icon, List, Second, Section } from "./components/list.tsx";
import type { Teller } from "./format/teller.tsx";
import { readerOf } from "./reader.ts";
import { placeText } from "./settings.tsx";
import type { Site } from "./site.ts";
import { HomeForm } from "./welcome.tsx";

const HOME = "/settings/home";
const PLACE = "/settings/place";
const CITY = "/settings/city";
const ROOMS = "/settings/rooms";
const PUCKS = "/settings/pucks";

/** `/settings/home`, `/place`, `/city`, `/rooms` and `/pucks`: name and zone, place, city figures, rooms and pucks. */
export function homeSettingsPages({ services, page, act: actOn }: Site): void {
  page(HOME, "manage_household", {
    load: (c) => showHousehold(services, c.var.householdId),
    view: ({ household }) => <HomeForm action={HOME} household={household} />,
  });
  page(PLACE, "manage_household", {
    load: (c) => {
      const asked = (c.req.query("search") ?? "").trim();
      return {
        shown: showHousehold(services, c.var.householdId),
        asked,
        found: asked === "" ? [] : services.findTowns(asked, readerOf(c).language),
      };
    },
    view: ({ shown: { household }, asked, found }, { words: { settings, form: texts }, teller }) => {
      const told =
        found === null ? settings.placeSearchFailed : found.length === 0 ? texts.town : settings.placeFound;
      return [
        <Section id="place-now" title={settings.placeNow}>
          <p>{placeText(household, teller)}</p>
          {household.latitude !== null && (
            <Ask
              action={PLACE}
              send={{ latitude: "", longitude: "" }}
              text={settings.placeRemove}
              warning={settings.placeRemoveWarning}
            />
          )}
        </Section>,
        <SearchForm action={PLACE} label={settings.placeSearch} hint={settings.placeHint} asked={asked} />,
        asked === "" ? null : (
          <Section id="found" title={told} role="status">
            <List items={found ?? []}>
              {({ name, region, country, timeZone, latitude, longitude }) => ({
                title: [name, region, country].filter(Boolean).join(", "),
                hint: timeZone.replaceAll("_", " "),
                press: {
                  action: PLACE,
                  send: { latitude, longitude, time_zone: timeZone, city: name },
                  text: settings.placeUse,
                },
              })}
            </List>
          </Section>
        ),
      ];
    },
  });
  page(CITY, null, {
    load: ({ var: { householdId } }) => ({
      shown: showHousehold(services, householdId),
      city: showCity(services, householdId).then((found) => (found.ok ? found.value.city : null)),
    }),
    view: ({ shown: { household }, city }, { words: { settings }, teller, mayDo }) => (
      <section class="panel">
        {city !== null && (
          <p>
            {`${settings.cityDay(city.city, teller.date(`${city.day}T12:00:00Z`), city.homes)} `}
            {settings.cityWithout(city.withoutPower, city.withoutHeating)}
            {city.lowest !== null && ` ${settings.cityColdest(`${city.lowest} ${city.unit}`)}`}
          </p>
        )}
        <p class="hint">{settings.cityHint(LIMITS.cityHomesMin)}</p>
        {mayDo("manage_household") ? (
          <Form action={CITY} shape={HouseholdChange} values={household}>
            <Field label={settings.cityName} name="city" />
            <Tick label={settings.cityShare} name="share_city_aggregates" />
          </Form>
        ) : null}
      </section>
    ),
  });
  for (const path of [HOME, PLACE, CITY])
    actOn(path, "manage_household", HouseholdChange, changeHousehold, "saved", { to: "/settings" });
  page(ROOMS, "manage_household", {
    load: (c) => showRooms(services, c.var.householdId),
    view: (rooms, { words: { rooms: words } }) => (
      <section class="panel">
        <p class="hint">{rooms.length === 0 ? words.none : words.hint}</p>
        <ol class="lines rooms-order">
          {rooms.map(({ name, icon: chosen }, index) => (
            <li>
              <form method="post" action={ROOMS}>
                <input type="hidden" name="room" value={name} />
                <details>
                  <summary class="button second" aria-label={words.iconOf(name)}>
                    <Icon name={chosen} />
                  </summary>
                  <div class="row">
                    {ROOM_ICONS.map((icon) => (
                      <Second
                        name="icon"
                        value={icon}
                        title={words.icons[icon]}
                        aria-label={words.icons[icon]}
                        aria-pressed={icon === chosen ? "true" : "false"}
                        text={<Icon name={icon} />}
                      />
                    ))}
                  </div>
                </details>
                <strong>{name}</strong>
                {(["up", "down"] as const).map((way) => (
                  <Second
                    name="move"
                    value={way}
                    aria-label={words[way](name)}
                    disabled={index === (way === "up" ? 0 : rooms.length - 1)}
                    text={<Icon name={way} />}
                  />
                ))}
              </form>
            </li>
          ))}
        </ol>
      </section>
    ),
  });
  actOn(ROOMS, "manage_household", RoomChange, arrangeRoom, "saved");
  // `/settings/pucks`: the home's pucks, and the moods of their bays.
  const { act } = page(PUCKS, "read_home", {
    load: (c) => ({
      pucks: listPucks(services.db, c.var.householdId),
      // Uses the page's language, which may differ from that of the person's messages.
      listed: listBays(services, { ...c.var.member, language: readerOf(c).language }),
    }),
    view: ({ pucks, listed: { bays } }, { teller, mayDo }) => {
      const mayChange = mayDo("register_puck");
      const { pucks: words, settings } = teller.words;
      return (
        <section class="panel" aria-label={settings.pucks}>
          <p class="hint">{words.lead}</p>
          <List items={pucks}>
            {({ device_id: id, registered_at: at, bay_id: bay }) => ({
              title: id,
              facts: [...bayFacts(bays, bay, teller), teller.date(at)],
              ask: mayChange && { action: `${PUCKS}/${id}/remove`, warning: words.removeWarning },
            })}
          </List>
          {mayChange ? (
            <Form action={PUCKS} shape={PuckRegistration} labels={words} submit={words.add}>
              <Field name="device_id" required autocomplete="off" />
              <Field name="secret" required autocomplete="off" />
              <p class="hint" role="status" data-scanned hidden>
                {words.scanned}
              </p>
            </Form>
          ) : (
            <p class="hint">{words.count(pucks.length)}</p>
          )}
        </section>
      );
    },
  });
  act(PUCKS, "register_puck", PuckRegistration, registerPuck, "created");
  act(`${PUCKS}/:id/remove`, "register_puck", null, releasePuck, "removed");
}

/** Returns a bay's name, mood and reason. A bay without a name has its id there, which people don't know. */
function bayFacts(bays: readonly ShownBay[], bayId: string | null, teller: Teller): string[] {
  const { pucks: words } = teller.words;
  const bay = bays.find((each) => each.bay_id === bayId);
  if (bay === undefined) return [words.unclaimed];
  const { bay_id: id, name, mood, reason } = bay;
  return [name === id ? words.unnamedBay : name, `${words.moods[mood]}: ${reason}`];
}
