import type { Context } from "hono";
import { changeHousehold, showHousehold } from "../../lib/people/home.actions.ts";
import { showSession } from "../../lib/people/sessions.actions.ts";
import type { HouseholdUnit } from "../../schema/vocabulary.ts";
import { type Household, HouseholdChange } from "../../schema/wire/account/household.ts";
import { Choice, Field, Form, Segments } from "./components/fields.tsx";
import { useTeller } from "./format/teller.tsx";
import { OwnName, saveOwnName, UNITS } from "./people.tsx";
import { Invited, isOnTrial, planText } from "./settings.tsx";
import type { Site } from "./site.ts";

/** `/welcome`: a new owner's first page. Guesses the time zone (by script) and the unit; both can be changed. */
export function welcomePages({ services, page }: Site): void {
  const { form } = page("/welcome", "manage_household", {
    place: null,
    title: ({ owner }) => owner.navigation,
    load: (c) => ({
      shown: showHousehold(services, c.var.householdId),
      session: showSession(services, c.var.member),
    }),
    view: ({ shown: { household }, session: { invitations } }, { c, words, teller }) => [
      <Invited invitations={invitations} back="/welcome">
        <p class="hint">{words.welcome.orOwn}</p>
      </Invited>,
      <HomeForm
        action="/welcome"
        household={{ ...household, temperature_unit: guessedUnit(c, household.temperature_unit) }}
        submit={words.welcome.next}
      >
        <p>{words.welcome.lead}</p>
        {isOnTrial(household, teller.now) ? (
          <p class="hint">{words.welcome.trial(planText(household, teller))}</p>
        ) : null}
        <OwnName name={c.var.member.name} />
      </HomeForm>,
    ],
  });
  form("/welcome", "manage_household", {
    shape: HouseholdChange,
    run: async (c, change, form) => {
      const named = await saveOwnName(services, c.var, form);
      return named.ok ? changeHousehold(services, c.var, change) : named;
    },
    done: (_, { c }) => c.redirect("/devices/new", 303),
  });
}

const guessedUnit = (c: Context, kept: HouseholdUnit): HouseholdUnit =>
  /\ben-(US|LR|KY|BS)\b/i.test(c.req.header("Accept-Language") ?? "") ? "F" : kept === "F" ? "C" : kept;

type Props = Pick<Parameters<typeof Form>[0], "action" | "submit" | "children"> & { household: Household };

export function HomeForm({ household, children, ...form }: Props) {
  const { welcome, common } = useTeller().words;
  return (
    <Form {...form} shape={HouseholdChange} labels={welcome} values={household} class="panel">
      {children}
      <Field name="name" />
      <Choice name="time_zone" options={[["UTC", "UTC"]]} groups={zoneGroups(household.time_zone)} />
      <Segments label={common.degrees} name="temperature_unit" options={UNITS} />
    </Form>
  );
}

/** Groups all time zones of the runtime by region. Adds the chosen one, which may have an older name. */
function zoneGroups(chosen: string) {
  const zones = new Set([...Intl.supportedValuesOf("timeZone"), chosen]);
  const regions = Map.groupBy(
    [...zones].filter((zone) => zone.includes("/") && !zone.startsWith("Etc/")).toSorted(),
    (zone) => zone.slice(0, zone.indexOf("/")),
  );
  // `America/Indiana/Knox` is shown as `Knox, Indiana`.
  const townOf = (zone: string) => zone.split("/").slice(1).reverse().join(", ").replaceAll("_", " ");
  return [...regions].map(
    ([region, names]) => [region, names.map((zone) => [zone, townOf(zone)] as const)] as const,
  );
}
