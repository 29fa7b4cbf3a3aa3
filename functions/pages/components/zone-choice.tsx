import { HOUSEHOLD_UNITS } from "../../../schema/vocabulary.ts";
import type { Teller } from "../format/teller.ts";
import { Choice, Segments } from "./fields.tsx";

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

export const UNITS = HOUSEHOLD_UNITS.map((unit) => [unit, `°${unit}`] as const);

export const UnitChoice = ({ value, teller }: { value: string; teller: Teller }) => (
  <Segments label={teller.words.common.degrees} name="temperature_unit" value={value} options={UNITS} />
);

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
