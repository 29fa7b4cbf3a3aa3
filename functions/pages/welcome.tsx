import type { Context } from "hono";
import { changeHousehold, showHousehold } from "../../lib/people/home.actions.ts";
import { showSession } from "../../lib/people/sessions.actions.ts";
import type { HouseholdUnit } from "../../schema/vocabulary.ts";
import { HouseholdChange } from "../../schema/wire/account/household.ts";
import { HomeForm, Invited, isOnTrial, planText } from "./components/home-settings.tsx";
import { OwnName, saveOwnName } from "./own-name.tsx";
import { type Site, together } from "./site.ts";

/** `/welcome`: the first page of a new owner. Zone and scale are guessed by the browser and stay to be changed. */
export function welcomePages({ services, page }: Site): void {
  const { form } = page("/welcome", "manage_household", {
    place: null,
    title: ({ owner }) => owner.navigation,
    load: (c) =>
      together({
        shown: showHousehold(services, c.var.householdId),
        session: showSession(services, c.var.member),
      }),
    view: ({ shown: { household }, session: { invitations } }, { c, words, teller }) => (
      <>
        <Invited invitations={invitations} back="/welcome">
          <p class="hint">{words.welcome.orOwn}</p>
        </Invited>
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
      </>
    ),
  });
  form("/welcome", "manage_household", {
    shape: HouseholdChange,
    run: async (c, change, form) => {
      const named = await saveOwnName(services, c.var, form);
      return named.ok ? changeHousehold(services, c.var, change) : named;
    },
    done: (c) => c.redirect("/devices/new", 303),
  });
}

const guessedUnit = (c: Context, kept: HouseholdUnit): HouseholdUnit =>
  /\ben-(US|LR|KY|BS)\b/i.test(c.req.header("Accept-Language") ?? "") ? "F" : kept === "F" ? "C" : kept;
