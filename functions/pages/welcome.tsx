import type { Context } from "hono";
import { changeHousehold, showHousehold } from "../../lib/people/home.actions.ts";
import { showSession } from "../../lib/people/sessions.actions.ts";
import type { HouseholdUnit } from "../../schema/vocabulary.ts";
import { type Household, HouseholdChange } from "../../schema/wire/account/household.ts";
import { Choice, Field, Form, type Option } from "./components/fields.tsx";
import { LinkLine } from "./components/list.tsx";
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
    view: ({ shown: { household }, session: { invitations } }, { c, words, teller, asked }) =>
      // One question first, so that nobody is asked for their name twice.
      invitations.length > 0 && !asked.has("own") ? (
        <>
          <Invited invitations={invitations} back="/welcome" />
          <LinkLine href="?own" text={words.welcome.orOwn} />
        </>
      ) : (
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
        </HomeForm>
      ),
  });
  form("/welcome", "manage_household", {
    page: "/welcome?own",
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
      <Choice name="time_zone" options={zonesWith(household.time_zone)} />
      <Choice label={common.degrees} name="temperature_unit" options={UNITS} />
    </Form>
  );
}

/** Returns all time zones of the runtime by their town, and the chosen one, which may have an older name. */
function zonesWith(chosen: string): Option[] {
  const zones = [...new Set([...Intl.supportedValuesOf("timeZone"), "UTC", chosen])];
  // `America/Indiana/Knox` is shown as `Knox, Indiana, America`: typing a town's first letters finds it.
  return zones
    .filter((zone) => !zone.startsWith("Etc/"))
    .map((zone): Option => [zone, zone.split("/").reverse().join(", ").replaceAll("_", " ")])
    .toSorted(([, one], [, other]) => one.localeCompare(other));
}
