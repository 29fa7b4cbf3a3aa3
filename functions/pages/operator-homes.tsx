import type { Context } from "hono";
import { listNewestDeliveries } from "../../lib/messages/deliveries.queries.ts";
import { shownDelivery } from "../../lib/outbox/shown-delivery.ts";
import { grantPlan } from "../../lib/people/home.actions.ts";
import { type FoundHome, findHomesOf } from "../../lib/people/operated.queries.ts";
import { endPersonsSessions } from "../../lib/people/sessions.actions.ts";
import { PLANS } from "../../schema/vocabulary.ts";
import { PlanChoice } from "../../schema/wire/account/household.ts";
import { SessionsEnd } from "../../schema/wire/account/sign-in.ts";
import type { DeliveryItem } from "../../schema/wire/deliveries.ts";
import { Field } from "./components/fields.tsx";
import { List, Section } from "./components/list.tsx";
import { Ask } from "./components/press.tsx";
import { useTeller } from "./components/teller-scope.ts";
import { DeliveryRow } from "./deliveries.tsx";
import { idIn, type Site } from "./site.ts";

const PATH = "/operator/homes";
const DELIVERIES_SHOWN_MAX = 10;

type Shown = FoundHome & { deliveries: DeliveryItem[] };

/** `/operator/homes`: the homes of a person, with their last messages, and what operators may do for them. */
export function operatedHomePages({ services, page, form }: Site): void {
  page(PATH, "operator", {
    load: async (c) => {
      const asked = (c.req.query("search") ?? "").trim();
      const found = asked === "" ? [] : await findHomesOf(services.db, asked);
      const ids = found.map(({ id }) => id);
      const newest =
        ids.length === 0 ? null : await listNewestDeliveries(services.db, ids, DELIVERIES_SHOWN_MAX);
      const homes: Shown[] = found.map((home) => ({
        ...home,
        deliveries: (newest?.get(home.id) ?? []).map(shownDelivery),
      }));
      return { asked, homes };
    },
    title: ({ operator }) => operator.homes,
    up: ({ operator }) => ["/operator", operator.title],
    view: ({ asked, homes }, { words: { operator, settings } }) => (
      <>
        <form method="get" action={PATH} class="panel stack">
          <Field
            label={operator.search}
            name="search"
            type="search"
            value={asked}
            hint={operator.searchHint}
          />
          <button type="submit">{settings.placeFind}</button>
        </form>
        {asked === "" || homes.length > 0 ? null : <p class="panel hint">{operator.noHomes}</p>}
        {homes.map((home) => (
          <HomePanel {...home} />
        ))}
        {asked.includes("@") && homes.length > 0 ? (
          <section class="panel">
            <Ask
              action={`${PATH}/end-sessions`}
              name="email"
              value={asked}
              text={operator.endSessions(asked)}
              warning={operator.endSessionsWarning}
            />
          </section>
        ) : null}
      </>
    ),
  });
  form(`${PATH}/end-sessions`, "operator", {
    page: (_, { text }) => searched(text("email")),
    shape: SessionsEnd,
    run: (c, { email }) => endPersonsSessions(services, c.var.actor, email),
    done: "revoked",
  });
  form(`${PATH}/:id/plan`, "operator", {
    page: (c) => searched(idIn(c)),
    shape: PlanChoice,
    run: (c, { plan }) => {
      const acting = { householdId: idIn(c), actor: c.var.actor };
      // The log names the home that was given a plan, not the operator's own.
      (c as Context).set("acting", acting);
      return grantPlan(services, acting, plan);
    },
    done: "saved",
  });
}

const searched = (text: string): string => `${PATH}?search=${encodeURIComponent(text)}`;

function HomePanel({ id, name, plan, members, deliveries, created_at: created }: Shown) {
  const { words, date } = useTeller();
  const { operator, settings, people } = words;
  const other = PLANS.find((each) => each !== plan) ?? plan;
  return (
    <Section id={id} title={name} hint={`${settings.plans[plan]} · ${operator.since(date(created))}`}>
      <p>{members.map(({ email, role }) => `${email} (${people.roles[role]})`).join(", ")}</p>
      <Ask
        action={`${PATH}/${id}/plan`}
        name="plan"
        value={other}
        text={operator.grant(settings.plans[other])}
        warning={operator.grantWarning}
      />
      <List items={deliveries}>{(each) => <DeliveryRow {...each} />}</List>
    </Section>
  );
}
