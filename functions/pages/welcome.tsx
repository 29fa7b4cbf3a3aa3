import type { Context, MiddlewareHandler } from "hono";
import { Hono } from "hono/tiny";
import type { Services } from "../../lib/kernel/services.actions.ts";
import { changeHousehold, type HouseholdShown, showHousehold } from "../../lib/people/home.actions.ts";
import { type ShownSession, showSession } from "../../lib/people/sessions.actions.ts";
import { LIMITS } from "../../schema/limits.ts";
import { HouseholdChange } from "../../schema/wire/account/household.ts";
import { Field, Form } from "./components/fields.tsx";
import { UnitChoice, ZoneChoice } from "./components/home-forms.tsx";
import { InvitationLines, isOnTrial, planText } from "./components/home-settings.tsx";
import { List } from "./components/list.tsx";
import { OwnerFrame } from "./components/owner-frame.tsx";
import { formsOn } from "./form-action.ts";
import { OwnName, saveOwnName } from "./own-name.tsx";
import { ownerPage } from "./owner-page.tsx";
import { problemPage } from "./problem-page.tsx";
import { type PageEnv, pageMay } from "./session.ts";

type Ports = Pick<Services, "db" | "clock">;
type Given = {
  household: HouseholdShown["household"];
  unit: string;
  /** Homes that wait for a new person. */
  invitations: ShownSession["invitations"];
  ownName: string | null;
};

/**
 * `/welcome`: the first page of a new owner. Zone and scale are guessed by the browser and stay to be
 * changed.
 */
export function welcomePages(ports: Ports, guard: MiddlewareHandler<PageEnv>) {
  const routes = new Hono<PageEnv>();
  const forms = formsOn(routes, guard);
  const keeper = pageMay("manage_household");
  routes.get("/welcome", guard, keeper, async (c) => {
    const [shown, session] = await Promise.all([
      showHousehold(ports, c.var.member.householdId),
      showSession(ports, c.var.member),
    ]);
    if (!shown.ok) return problemPage(c, shown.problem);
    const invitations = session.ok ? session.value.invitations : [];
    const { household } = shown.value;
    return welcomePage(c, ports.clock(), {
      household,
      unit: guessedUnit(c, household.temperature_unit),
      invitations,
      ownName: c.var.member.name,
    });
  });
  forms("/welcome", keeper, {
    shape: HouseholdChange,
    wish: ({ text }) => ({
      name: text("name"),
      time_zone: text("time_zone"),
      temperature_unit: text("temperature_unit"),
    }),
    run: async (c, change, form) => {
      const named = await saveOwnName(ports, c.var, form);
      return named.ok ? changeHousehold(ports, c.var, change) : named;
    },
    done: (c) => c.redirect("/devices/new", 303),
  });
  return routes;
}

const guessedUnit = (c: Context, kept: string): string =>
  /\ben-(US|LR|KY|BS)\b/i.test(c.req.header("Accept-Language") ?? "") ? "F" : kept === "F" ? "C" : kept;

function welcomePage(
  c: Context,
  now: Date,
  { household, unit, invitations, ownName }: Given,
): Response | Promise<Response> {
  const { frame, words, teller } = ownerPage(c, now, null);
  const { welcome } = words;
  return c.html(
    <OwnerFrame {...frame} title={welcome.title}>
      {invitations.length === 0 ? null : (
        <section class="panel narrow" aria-labelledby="invited">
          <h2 id="invited">{welcome.invited}</h2>
          <List>
            <InvitationLines invitations={invitations} ownName={ownName} teller={teller} back="/welcome" />
          </List>
          <p class="hint">{welcome.orOwn}</p>
        </section>
      )}
      <Form action="/welcome" class="panel narrow">
        <p>{welcome.lead}</p>
        {isOnTrial(household, now) ? <p class="hint">{welcome.trial(planText(household, teller))}</p> : null}
        <OwnName name={ownName} words={words} />
        <Field
          label={welcome.name}
          name="name"
          value={household.name}
          required
          maxlength={LIMITS.nameCharactersMax}
        />
        <ZoneChoice value={household.time_zone} teller={teller} />
        <UnitChoice value={unit} teller={teller} />
        <button type="submit">{welcome.next}</button>
      </Form>
    </OwnerFrame>,
  );
}
