import type { Town } from "../../../lib/kernel/ports.ts";
import type { HouseholdShown } from "../../../lib/people/home.actions.ts";
import { LIMITS } from "../../../schema/limits.ts";
import type { Teller } from "../format/teller.ts";
import { Ask, Choice, Field, Form, Press, Segments } from "./fields.tsx";
import { List } from "./list.tsx";

type Household = HouseholdShown["household"];
type Props = { household: Household; teller: Teller };

/** Every zone that this runtime knows, by region, so that nobody has to know how one is written. */
export const ZoneChoice = ({ value, hint, teller }: { value: string; hint?: string; teller: Teller }) => (
  <Choice
    label={teller.words.welcome.zone}
    name="time_zone"
    value={value}
    hint={hint ?? teller.words.welcome.zoneHint}
    options={[["UTC", "UTC"]]}
    groups={zoneGroups(value)}
  />
);

export const UnitChoice = ({ value, teller }: { value: string; teller: Teller }) => (
  <Segments
    label={teller.words.welcome.unit}
    name="temperature_unit"
    value={value}
    options={[
      ["F", "°F"],
      ["C", "°C"],
    ]}
  />
);

/** The home's name, its zone and its scale. */
export function HomeFields({ household, teller }: Props) {
  const { welcome, owner } = teller.words;
  const { name, time_zone: zone, temperature_unit: unit } = household;
  return (
    <Form action="/settings/home" class="panel narrow">
      <Field label={welcome.name} name="name" value={name} required maxlength={LIMITS.nameCharactersMax} />
      <ZoneChoice value={zone} teller={teller} />
      <UnitChoice value={unit} teller={teller} />
      <button type="submit">{owner.save}</button>
    </Form>
  );
}

type PlaceProps = Props & { asked: string; found: readonly Town[] | null };

/** Where the home is, for the forecast: found by a town's name. */
export function PlaceFields({ household, teller, asked, found }: PlaceProps) {
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
              <li>
                <span>
                  {townText(town)} <span class="hint">{town.timeZone.replaceAll("_", " ")}</span>
                </span>
                <Press
                  action="/settings/place"
                  name="town"
                  value={[town.latitude, town.longitude, town.timeZone, town.name].join(",")}
                  text={settings.placeUse}
                  label={`${settings.placeUse}: ${townText(town)}`}
                  kind="second"
                />
              </li>
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

/** `Near Duluth`, or the coordinates that a program has set. */
export function placeText({ latitude, longitude, city }: Household, { words, number }: Teller): string {
  if (latitude === null || longitude === null) return words.settings.placeNone;
  return city === null ? `${number(latitude, 2)}°, ${number(longitude, 2)}°` : words.settings.placeNear(city);
}

/** `Duluth, Minnesota, United States` */
const townText = ({ name, region, country }: Town): string =>
  [name, region, country].filter((part) => part !== "").join(", ");

type Group = readonly [region: string, zones: readonly (readonly [value: string, text: string])[]];

/** The zones by the region in their names, the chosen one among them even where it is an older name. */
function zoneGroups(chosen: string): Group[] {
  const zones = new Set([...Intl.supportedValuesOf("timeZone"), chosen]);
  const regions = Map.groupBy(
    [...zones].filter((zone) => zone.includes("/") && !zone.startsWith("Etc/")).toSorted(),
    (zone) => zone.slice(0, zone.indexOf("/")),
  );
  return [...regions].map(([region, names]) => [region, names.map((zone) => [zone, townOf(zone)] as const)]);
}

/** `America/Indiana/Knox` is called `Knox, Indiana`. */
const townOf = (zone: string): string => zone.split("/").slice(1).reverse().join(", ").replaceAll("_", " ");
