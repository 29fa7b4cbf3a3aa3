import type { Context, Hono, MiddlewareHandler } from "hono";
import { refuse } from "../../lib/kernel/outcome.ts";
import type { Services } from "../../lib/kernel/services.actions.ts";
import type { Words } from "../../lib/language/en/pages.ts";
import { retryDelivery } from "../../lib/messages/deliveries.actions.ts";
import { listNewestDeliveries } from "../../lib/messages/deliveries.queries.ts";
import { type ShownDelivery, shownDelivery } from "../../lib/messages/delivery/shown-delivery.ts";
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
import { BLOCK_REASON_CHARACTERS_MAX, PersonBlock, SessionsEnd } from "../../schema/wire/account/sign-in.ts";
import { Ask, Field, Form, Press, usePageTrouble } from "./components/fields.tsx";
import { List } from "./components/list.tsx";
import { OwnerFrame } from "./components/owner-frame.tsx";
import type { Form as SentForm } from "./form.ts";
import { formsOn, idIn } from "./form-action.ts";
import { messageText } from "./format/name-of.ts";
import type { Teller } from "./format/teller.ts";
import { ownerPage } from "./owner-page.tsx";
import { type OperatorGuardPorts, type PageEnv, requireOperator } from "./session.ts";

export type OperatorHomesPorts = OperatorGuardPorts & Pick<Services, "db" | "clock" | "wake" | "report">;

const PATH = "/operator/homes";
const DELIVERIES_SHOWN_MAX = 10;

type Shown = FoundHome & { deliveries: ShownDelivery[] };

/** `/operator/homes`: the homes of a person, with their last messages, and what operators may do for them. */
export function addOperatorHomes(
  routes: Hono<PageEnv>,
  ports: OperatorHomesPorts,
  guard: MiddlewareHandler<PageEnv>,
): void {
  const forms = formsOn(routes, guard);
  const operator = requireOperator(ports);
  routes.get(PATH, guard, operator, (c) => homesPage(c, ports));
  const ofPerson = (_: Context<PageEnv>, { text }: SentForm) => searched(text("email"));
  const ofHome = (c: Context<PageEnv>) => searched(idIn(c));
  forms(`${PATH}/end-sessions`, operator, {
    page: ofPerson,
    shape: SessionsEnd,
    wish: ({ text }) => ({ email: text("email") }),
    run: (c, { email }) => endPersonsSessions(ports, c.var.actor, email),
    done: "revoked",
  });
  forms(`${PATH}/block`, operator, {
    page: ofPerson,
    shape: PersonBlock,
    wish: ({ text }) => ({ email: text("email"), reason: text("reason") }),
    run: (c, wish) =>
      ports.adminEmails.has(wish.email) ? refuse("role_forbids") : blockPerson(ports, c.var.actor, wish),
    done: "saved",
  });
  forms(`${PATH}/unblock`, operator, {
    page: ofPerson,
    shape: SessionsEnd,
    wish: ({ text }) => ({ email: text("email") }),
    run: (c, { email }) => blockPerson(ports, c.var.actor, { email, reason: null }),
    done: "saved",
  });
  forms(`${PATH}/:id/plan`, operator, {
    page: ofHome,
    shape: PlanChoice,
    wish: ({ text }) => ({ plan: text("plan") }),
    run: (c, { plan }) => {
      const acting = { householdId: idIn(c), actor: c.var.actor };
      // The log names the home that was given a plan, not the operator's own.
      (c as Context).set("acting", acting);
      return grantPlan(ports, acting, plan);
    },
    done: "saved",
  });
  forms(`${PATH}/:id/deliveries/:message/retry`, operator, {
    page: ofHome,
    run: (c) => {
      const acting = { householdId: idIn(c), actor: asOperator(c.var.actor) };
      return retryDelivery(ports, acting, c.req.param("message") ?? "");
    },
    done: "retried",
    wakes: ports,
  });
}

const searched = (text: string): string => `${PATH}?search=${encodeURIComponent(text)}`;

async function homesPage(c: Context<PageEnv>, ports: OperatorHomesPorts): Promise<Response> {
  const asked = (c.req.query("search") ?? "").trim();
  const found = asked === "" ? [] : await findHomesOf(ports.db, asked);
  const ids = found.map(({ id }) => id);
  const newest = ids.length === 0 ? null : await listNewestDeliveries(ports.db, ids, DELIVERIES_SHOWN_MAX);
  const homes: Shown[] = found.map((home) => ({
    ...home,
    deliveries: (newest?.get(home.id) ?? []).map(shownDelivery),
  }));
  const person = asked.includes("@") ? await findPerson(ports.db, asked) : null;
  const { frame, words, teller } = ownerPage(c, ports.clock(), "settings");
  const { operator } = words;
  return c.html(
    <OwnerFrame {...frame} title={operator.homes} up={["/operator", operator.title]}>
      <form method="get" action={PATH} class="panel stack">
        <Field label={operator.search} name="search" type="search" value={asked} hint={operator.searchHint} />
        <button type="submit">{words.settings.placeFind}</button>
      </form>
      {asked === "" || homes.length > 0 ? null : <p class="panel hint">{operator.noHomes}</p>}
      {homes.map((home) => (
        <HomePanel home={home} teller={teller} />
      ))}
      {person === null ? null : (
        <PersonPanel person={person} isOperator={ports.adminEmails.has(person.email)} words={words} />
      )}
    </OwnerFrame>,
  );
}

type PersonProps = { person: OperatedPerson; isOperator: boolean; words: Words };

/** What operators may do about a person, whichever homes they have. */
function PersonPanel({ person, isOperator, words: { operator } }: PersonProps) {
  const { email, blocked_for: reason } = person;
  if (reason !== null)
    return (
      <section class="panel">
        <p>{operator.blocked(email, reason)}</p>
        <Ask
          action={`${PATH}/unblock`}
          name="email"
          value={email}
          text={operator.unblock(email)}
          warning={operator.unblockWarning}
        />
      </section>
    );
  return (
    <section class="panel">
      <Ask
        action={`${PATH}/end-sessions`}
        name="email"
        value={email}
        text={operator.endSessions(email)}
        warning={operator.endSessionsWarning}
      />
      {isOperator ? null : (
        <details class="ask" open={usePageTrouble()?.form === `${PATH}/block`}>
          <summary class="button second">{operator.block(email)}</summary>
          <div>
            <p>{operator.blockWarning}</p>
            <Form action={`${PATH}/block`} class="stack">
              <input type="hidden" name="email" value={email} />
              <Field
                label={operator.blockReason}
                name="reason"
                required
                maxlength={BLOCK_REASON_CHARACTERS_MAX}
                hint={operator.blockReasonHint}
              />
              <button type="submit" class="danger">
                {operator.block(email)}
              </button>
            </Form>
          </div>
        </details>
      )}
    </section>
  );
}

function HomePanel({ home, teller }: { home: Shown; teller: Teller }) {
  const { words } = teller;
  const { operator, settings, alertPage } = words;
  const other = PLANS.find((plan) => plan !== home.plan) ?? home.plan;
  return (
    <section class="panel" aria-labelledby={home.id}>
      <h2 id={home.id}>{home.name}</h2>
      <p class="hint">
        {`${settings.plans[home.plan]} · ${operator.since(teller.date(new Date(home.created_at)))}`}
      </p>
      <p>{home.members.map(({ email, role }) => `${email} (${words.people.roles[role]})`).join(", ")}</p>
      <Ask
        action={`${PATH}/${home.id}/plan`}
        name="plan"
        value={other}
        text={operator.grant(settings.plans[other])}
        warning={operator.grantWarning}
      />
      <List>
        {home.deliveries.map(({ id, channel, recipient, state, kind, created_at: at }) => (
          <li>
            <span>{`${alertPage.channels[channel]} · ${recipient}`}</span>
            <span class={`mark ${state}`}>{alertPage.states[state]}</span>
            <span class="hint">{`${messageText(kind, words)} · ${teller.dateTime(new Date(at))}`}</span>
            {state === "dead" ? (
              <Press
                action={`${PATH}/${home.id}/deliveries/${id}/retry`}
                text={words.delivery.retry}
                kind="second"
              />
            ) : null}
          </li>
        ))}
      </List>
    </section>
  );
}
