import type { Context } from "hono";
import { refuse } from "../../lib/kernel/outcome.ts";
import { retryDelivery } from "../../lib/messages/deliveries.actions.ts";
import { listNewestDeliveries } from "../../lib/messages/deliveries.queries.ts";
import { shownDelivery } from "../../lib/outbox/shown-delivery.ts";
import { asOperator } from "../../lib/people/activity.ts";
import { grantPlan } from "../../lib/people/home.actions.ts";
import {
  type FoundHome,
  findHomesOf,
  findPerson,
  type OperatedPerson,
} from "../../lib/people/operated.queries.ts";
import { blockPerson, endPersonsSessions } from "../../lib/people/sessions.actions.ts";
import { PLANS } from "../../schema/vocabulary.ts";
import { PlanChoice } from "../../schema/wire/account/household.ts";
import { PersonBlock, SessionsEnd } from "../../schema/wire/account/sign-in.ts";
import type { DeliveryItem } from "../../schema/wire/deliveries.ts";
import { Field, Form, useIsBack } from "./components/fields.tsx";
import { List, Section } from "./components/list.tsx";
import { Ask, Unfold } from "./components/press.tsx";
import { useTeller } from "./components/teller-scope.ts";
import { DeliveryRow } from "./deliveries.tsx";
import type { Form as SentForm } from "./form.ts";
import { idIn, type PageEnv } from "./session.ts";
import type { Site } from "./site.ts";

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
      return { asked, homes, person: asked.includes("@") ? await findPerson(services.db, asked) : null };
    },
    title: ({ operator }) => operator.homes,
    up: ({ operator }) => ["/operator", operator.title],
    view: ({ asked, homes, person }, { words: { operator, settings } }) => (
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
        {person === null ? null : (
          <PersonPanel person={person} isOperator={services.adminEmails.has(person.email)} />
        )}
      </>
    ),
  });
  const ofPerson = (_: Context<PageEnv>, { text }: SentForm) => searched(text("email"));
  const ofHome = (c: Context<PageEnv>) => searched(idIn(c));
  form(`${PATH}/end-sessions`, "operator", {
    page: ofPerson,
    shape: SessionsEnd,
    run: (c, { email }) => endPersonsSessions(services, c.var.actor, email),
    done: "revoked",
  });
  form(`${PATH}/block`, "operator", {
    page: ofPerson,
    shape: PersonBlock,
    run: (c, wish) =>
      services.adminEmails.has(wish.email)
        ? refuse("role_forbids")
        : blockPerson(services, c.var.actor, wish),
    done: "saved",
  });
  form(`${PATH}/unblock`, "operator", {
    page: ofPerson,
    shape: SessionsEnd,
    run: (c, { email }) => blockPerson(services, c.var.actor, { email, reason: null }),
    done: "saved",
  });
  form(`${PATH}/:id/plan`, "operator", {
    page: ofHome,
    shape: PlanChoice,
    run: (c, { plan }) => {
      const acting = { householdId: idIn(c), actor: c.var.actor };
      // The log names the home that was given a plan, not the operator's own.
      (c as Context).set("acting", acting);
      return grantPlan(services, acting, plan);
    },
    done: "saved",
  });
  form(`${PATH}/:id/deliveries/:message/retry`, "operator", {
    page: ofHome,
    run: (c) => {
      const acting = { householdId: idIn(c), actor: asOperator(c.var.actor) };
      return retryDelivery(services, acting, c.req.param("message") ?? "");
    },
    done: "retried",
  });
}

const searched = (text: string): string => `${PATH}?search=${encodeURIComponent(text)}`;

type PersonProps = { person: OperatedPerson; isOperator: boolean };

function PersonPanel({ person: { email, blocked_for: reason }, isOperator }: PersonProps) {
  const { operator } = useTeller().words;
  const of = { name: "email", value: email };
  if (reason !== null)
    return (
      <section class="panel">
        <p>{operator.blocked(email, reason)}</p>
        <Ask
          action={`${PATH}/unblock`}
          {...of}
          text={operator.unblock(email)}
          warning={operator.unblockWarning}
        />
      </section>
    );
  return (
    <section class="panel">
      <Ask
        action={`${PATH}/end-sessions`}
        {...of}
        text={operator.endSessions(email)}
        warning={operator.endSessionsWarning}
      />
      {isOperator ? null : (
        <Unfold text={operator.block(email)} isOpen={useIsBack(`${PATH}/block`)}>
          <p>{operator.blockWarning}</p>
          <Form action={`${PATH}/block`} shape={PersonBlock} labels={operator}>
            <input type="hidden" {...of} />
            <Field name="reason" />
            <button type="submit" class="danger">
              {operator.block(email)}
            </button>
          </Form>
        </Unfold>
      )}
    </section>
  );
}

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
      <List items={deliveries}>
        {(each) => <DeliveryRow delivery={each} path={`${PATH}/${id}/deliveries`} mayRetry />}
      </List>
    </Section>
  );
}
