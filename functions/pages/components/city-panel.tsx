import type { HouseholdShown } from "../../../lib/people/home.actions.ts";
import type { ShownCity } from "../../../lib/reports/city/city.ts";
import { REPORT_LIMITS } from "../../../lib/reports/limits.ts";
import { LIMITS } from "../../../schema/limits.ts";
import type { Teller } from "../format/teller.ts";
import { Field, Form, Tick } from "./fields.tsx";

type Household = HouseholdShown["household"];
type Props = { household: Household; city: ShownCity | null; mayChange: boolean; teller: Teller };

/** The setting to take part in the city's count, and the count for those who do. */
export function CityPanel({ household, city, mayChange, teller }: Props) {
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
