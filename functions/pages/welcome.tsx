import type { Context } from "hono";
import { done } from "../../lib/kernel/outcome.ts";
import { changeHousehold, showHousehold } from "../../lib/people/home.actions.ts";
import { showSession } from "../../lib/people/sessions.actions.ts";
import { HouseholdChange } from "../../schema/wire/account/household.ts";
import { Field, Form } from "./components/fields.tsx";
import { InvitationLines, isOnTrial, planText } from "./components/home-settings.tsx";
import { List } from "./components/list.tsx";
import { UnitChoice, ZoneChoice } from "./components/zone-choice.tsx";
import { OwnName, saveOwnName } from "./own-name.tsx";
import type { Site } from "./site.ts";
import { together } from "./together.ts";

/** `/welcome`: the first page of a new owner. Zone and scale are guessed by the browser and stay to be changed. */
export function welcomePages({ services, page }: Site): void {
  const form = page("/welcome", "manage_household", {
    place: null,
    title: ({ welcome }) => welcome.title,
    load: async (c) => {
      const found = await together({
        shown: showHousehold(services, c.var.member.householdId),
        session: showSession(services, c.var.member),
      });
      return found.ok ? done({ ...found.value, ownName: c.var.member.name }) : found;
    },
    view: ({ shown: { household }, session: { invitations }, ownName }, { c, words, teller }) => (
      <>
        {invitations.length === 0 ? null : (
          <section class="panel narrow" aria-labelledby="invited">
            <h2 id="invited">{words.welcome.invited}</h2>
            <List>
              <InvitationLines invitations={invitations} ownName={ownName} teller={teller} back="/welcome" />
            </List>
            <p class="hint">{words.welcome.orOwn}</p>
          </section>
        )}
        <Form action="/welcome" shape={HouseholdChange} class="panel narrow">
          <p>{words.welcome.lead}</p>
          {isOnTrial(household, teller.now) ? (
            <p class="hint">{words.welcome.trial(planText(household, teller))}</p>
          ) : null}
          <OwnName name={ownName} words={words} />
          <Field label={words.welcome.name} name="name" value={household.name} />
          <ZoneChoice value={household.time_zone} teller={teller} />
          <UnitChoice value={guessedUnit(c, household.temperature_unit)} teller={teller} />
          <button type="submit">{words.welcome.next}</button>
        </Form>
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

const guessedUnit = (c: Context, kept: string): string =>
  /\ben-(US|LR|KY|BS)\b/i.test(c.req.header("Accept-Language") ?? "") ? "F" : kept === "F" ? "C" : kept;
