import type { Child } from "hono/jsx";
import { HOUSEHOLD_UNITS } from "../../../schema/vocabulary.ts";
import { type Household, HouseholdChange } from "../../../schema/wire/account/household.ts";
import { Choice, Field, Form, Segments } from "./fields.tsx";
import { useTeller } from "./teller-scope.ts";

type Props = {
  action: string;
  household: Pick<Household, "name" | "time_zone" | "temperature_unit">;
  submit: string;
  /** Stands above what the home is called. */
  children?: Child;
};

export function HomeForm({ action, household, submit, children }: Props) {
  const { welcome, common } = useTeller().words;
  return (
    <Form
      action={action}
      shape={HouseholdChange}
      labels={welcome}
      values={household}
      class="panel"
      submit={submit}
    >
      {children}
      <Field name="name" />
      <Choice name="time_zone" options={[["UTC", "UTC"]]} groups={zoneGroups(household.time_zone)} />
      <Segments label={common.degrees} name="temperature_unit" options={UNITS} />
    </Form>
  );
}

export const UNITS = HOUSEHOLD_UNITS.map((unit) => [unit, `°${unit}`] as const);

type Group = readonly [region: string, zones: readonly (readonly [value: string, text: string])[]];

/**
 * Every zone that this runtime knows by the region in its name, so that nobody has to know how one is written; the chosen one among them even where it is an older name.
 */
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
