import type { Child } from "hono/jsx";
import { done } from "../../lib/kernel/outcome.ts";
import type { Town } from "../../lib/kernel/ports.ts";
import { changeHousehold, type HouseholdShown, showHousehold } from "../../lib/people/home.actions.ts";
import { showCity } from "../../lib/reports/city/city.actions.ts";
import type { ShownCity } from "../../lib/reports/city/city.ts";
import { REPORT_LIMITS } from "../../lib/reports/limits.ts";
import { LIMITS } from "../../schema/limits.ts";
import type { Action } from "../../schema/vocabulary.ts";
import { HouseholdChange } from "../../schema/wire/account/household.ts";
import { Ask, Field, Form, Press, Tick } from "./components/fields.tsx";
import { placeText } from "./components/home-settings.tsx";
import { List, Row } from "./components/list.tsx";
import { OwnerFrame } from "./components/owner-frame.tsx";
import { UnitChoice, ZoneChoice } from "./components/zone-choice.tsx";
import type { Form as SentForm } from "./form.ts";
import type { Teller } from "./format/teller.ts";
import { readerOf } from "./reader.ts";
import type { PageContext, Site } from "./site.ts";

type Household = HouseholdShown["household"];

/** A page that shows one thing that is set of the home, and the form that changes it and leads back to the list. */
type HomeSetting<Beside> = {
  path: string;
  right: Action | null;
  title: "home" | "placeTitle" | "city";
  /** What the page shows beside the home itself. */
  beside: (c: PageContext["c"]) => Promise<Beside>;
  view: (household: Household, page: PageContext, beside: Beside) => Child;
  wish: (form: SentForm) => { [Field in keyof HouseholdChange]?: unknown };
};

const nothing = async () => null;

/** `/settings/home`, `/settings/place` and `/settings/city`: what the home is called, where it is, and its neighbours. */
export function homeSettingsPages(site: Site): void {
  const { findTowns } = site.services;
  addHomeSetting(site, {
    path: "/settings/home",
    right: "manage_household",
    title: "home",
    beside: nothing,
    view: ({ name, time_zone: zone, temperature_unit: unit }, { words: { welcome, owner }, teller }) => (
      <Form action="/settings/home" class="panel narrow">
        <Field label={welcome.name} name="name" value={name} required maxlength={LIMITS.nameCharactersMax} />
        <ZoneChoice value={zone} teller={teller} />
        <UnitChoice value={unit} teller={teller} />
        <button type="submit">{owner.save}</button>
      </Form>
    ),
    wish: homeWish,
  });
  addHomeSetting(site, {
    path: "/settings/place",
    right: "manage_household",
    title: "placeTitle",
    beside: async (c) => {
      const asked = (c.req.query("search") ?? "").trim();
      return { asked, found: asked === "" ? [] : await findTowns(asked, readerOf(c).language) };
    },
    view: (household, { teller }, beside) => (
      <PlaceFields household={household} teller={teller} {...beside} />
    ),
    // The forecast, the clock and the name of a place belong together: choosing the town sets them all.
    wish: ({ text }) => {
      if (text("town") === "") return { latitude: null, longitude: null };
      const [latitude, longitude, timeZone, ...name] = text("town").split(",");
      return {
        latitude: Number(latitude),
        longitude: Number(longitude),
        time_zone: timeZone,
        city: name.join(","),
      };
    },
  });
  addHomeSetting(site, {
    path: "/settings/city",
    right: null,
    title: "city",
    beside: (c) => showCity(site.services, c.var.member.householdId),
    view: (household, { teller, mayDo }, city) => (
      <CityPanel
        household={household}
        city={city.ok ? city.value.city : null}
        mayChange={mayDo("manage_household")}
        teller={teller}
      />
    ),
    wish: ({ text, has }) => ({ city: text("city") || null, share_city_aggregates: has("share") }),
  });
}

/** What a home is called, by which clock it lives and in which scale it measures. */
export const homeWish = ({ text }: SentForm) => ({
  name: text("name"),
  time_zone: text("time_zone"),
  temperature_unit: text("temperature_unit"),
});

function addHomeSetting<Beside>(
  { services, page, form }: Site,
  { path, right, title, beside, view, wish }: HomeSetting<Beside>,
): void {
  page(path, right, {
    place: "settings",
    load: async (c) => {
      const shown = await showHousehold(services, c.var.member.householdId);
      return shown.ok ? done({ household: shown.value.household, beside: await beside(c) }) : shown;
    },
    view: (shown, context) => (
      <OwnerFrame {...context.frame} title={context.words.settings[title]} up="settings">
        {view(shown.household, context, shown.beside)}
      </OwnerFrame>
    ),
  });
  form(path, "manage_household", {
    shape: HouseholdChange,
    wish,
    run: (c, change) => changeHousehold(services, c.var, change),
    done: "saved",
    to: "/settings",
  });
}

type PlaceProps = { household: Household; teller: Teller; asked: string; found: readonly Town[] | null };

/** Where the home is, for the forecast: found by a town's name. */
function PlaceFields({ household, teller, asked, found }: PlaceProps) {
  const { settings } = teller.words;
  return (
    <>
      <section class="panel narrow" aria-labelledby="place-now">
        <h2 id="place-now">{settings.placeNow}</h2>
        <p>{placeText(household, teller)}</p>
        {household.latitude === null ? null : (
          <Ask
            action="/settings/place"
            name="town"
            value=""
            text={settings.placeRemove}
            warning={settings.placeRemoveWarning}
          />
        )}
      </section>
      <search>
        <form method="get" action="/settings/place" class="panel narrow">
          <Field
            label={settings.placeSearch}
            name="search"
            value={asked}
            hint={settings.placeHint}
            required
          />
          <button type="submit">{settings.placeFind}</button>
        </form>
      </search>
      {asked === "" ? null : (
        <section class="panel narrow" aria-labelledby="found" role="status">
          <h2 id="found">{foundText(found, teller)}</h2>
          <List>
            {found?.map((town) => (
              <Row title={townText(town)} hint={town.timeZone.replaceAll("_", " ")}>
                <Press
                  action="/settings/place"
                  name="town"
                  value={[town.latitude, town.longitude, town.timeZone, town.name].join(",")}
                  text={settings.placeUse}
                  label={`${settings.placeUse}: ${townText(town)}`}
                  kind="second"
                />
              </Row>
            ))}
          </List>
        </section>
      )}
    </>
  );
}

function foundText(found: readonly Town[] | null, { words }: Teller): string {
  if (found === null) return words.settings.placeSearchFailed;
  return found.length === 0 ? words.form.town : words.settings.placeFound;
}

/** `Duluth, Minnesota, United States` */
const townText = ({ name, region, country }: Town): string =>
  [name, region, country].filter((part) => part !== "").join(", ");

type CityProps = { household: Household; city: ShownCity | null; mayChange: boolean; teller: Teller };

/** The setting to take part in the city's count, and the count for those who do. */
function CityPanel({ household, city, mayChange, teller }: CityProps) {
  const { settings, owner } = teller.words;
  return (
    <section class="panel narrow">
      {city === null ? null : <CityDay city={city} teller={teller} />}
      <p class="hint">{settings.cityHint(REPORT_LIMITS.cityHomesMin)}</p>
      {mayChange ? (
        <Form action="/settings/city">
          <Field
            label={settings.cityName}
            name="city"
            value={household.city ?? ""}
            maxlength={LIMITS.cityCharactersMax}
          />
          <Tick label={settings.cityShare} name="share" checked={household.share_city_aggregates} />
          <button type="submit">{owner.save}</button>
        </Form>
      ) : null}
    </section>
  );
}

function CityDay({ city, teller }: { city: ShownCity; teller: Teller }) {
  const { settings } = teller.words;
  const { lowest_temperature: lowest, unit } = city;
  return (
    <p>
      {`${settings.cityDay(city.city, teller.date(new Date(`${city.day}T12:00:00Z`)), city.homes)} `}
      {settings.cityWithout(city.without_power, city.without_heating)}
      {lowest === null ? null : ` ${settings.cityColdest(`${lowest} ${unit}`)}`}
    </p>
  );
}
