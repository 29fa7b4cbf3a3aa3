import type { Context } from "hono";
import { showJobOverview } from "../../lib/jobs/overview.actions.ts";
import { listNewestDeliveries } from "../../lib/messages/deliveries.queries.ts";
import { shownDelivery } from "../../lib/outbox/shown-delivery.ts";
import { grantPlan } from "../../lib/people/home.actions.ts";
import { findHomesOf } from "../../lib/people/operated.queries.ts";
import { endPersonsSessions } from "../../lib/people/sessions.actions.ts";
import {
  closeIncident,
  listIncidents,
  openIncident,
  updateIncident,
} from "../../lib/status/incidents.actions.ts";
import { PLANS, STATUS_COMPONENTS, STATUS_IMPACTS } from "../../schema/vocabulary.ts";
import { PlanChoice } from "../../schema/wire/account/household.ts";
import { SessionsEnd } from "../../schema/wire/account/sign-in.ts";
import { IncidentOpening, IncidentUpdate } from "../../schema/wire/status.ts";
import { deliveryRow } from "./activity.tsx";
import { Choice, Field, Form, optionsOf, SearchForm, Ticks } from "./components/fields.tsx";
import { Ask, Go, List, Second, Section } from "./components/list.tsx";
import { namedText } from "./format/alert-text.ts";
import { Ago } from "./format/teller.tsx";
import { idIn, type Site } from "./site.ts";
import { Incident } from "./status.tsx";

const MARKS = { never: "", running: "", ok: "sent", died: "dead", failed: "dead" } as const;

const INCIDENTS = "/operator/incidents";
const HOMES = "/operator/homes";
const DELIVERIES_SHOWN_MAX = 10;

/** `/operator`, `/operator/incidents` and `/operator/homes`: jobs, public incidents and homes, for operators. */
export function operatorPages({ services, page, form: formOn, act }: Site): void {
  page("/operator", "operator", {
    load: () => showJobOverview(services),
    isWide: true,
    title: ({ operator }) => operator.title,
    view: ({ jobs, faults, failures, figures }, { words: { operator }, teller }) => [
      <p>
        {operator.figures(
          operator.homeCount(figures.homes),
          operator.deviceCount(figures.devices),
          figures.heard,
          operator.postCount(figures.posts),
          figures.sent,
          figures.failed,
        )}
      </p>,
      <p class="row">
        <Go href={INCIDENTS}>{operator.incidents}</Go>
        <Go href={HOMES}>{operator.homes}</Go>
      </p>,
      faults.length > 0 && (
        <Section id="faults" title={operator.faults}>
          <List items={faults}>
            {({ subject, reason, openedAt }) => ({
              title: subject,
              facts: [<Ago at={openedAt} />, <span lang="en">{reason}</span>],
            })}
          </List>
        </Section>
      ),
      <Section id="jobs" title={operator.jobs}>
        <List items={jobs}>
          {({ job, state, last, next }) => ({
            title: operator.jobNames[job],
            facts: [
              <code>{job}</code>,
              last !== null && <Ago at={last.finishedAt ?? last.tick} />,
              operator.next(teller.dateTime(next)),
            ],
            mark: state && <span class={`mark ${MARKS[state]}`}>{operator.states[state]}</span>,
          })}
        </List>
      </Section>,
      <Section id="failures" title={operator.failures}>
        <List items={failures} empty={<p class="hint">{operator.noFailures}</p>}>
          {({ job, tick, error }) => ({
            title: namedText(operator.jobNames, job),
            facts: [teller.dateTime(tick), <span lang="en">{error}</span>],
          })}
        </List>
      </Section>,
    ],
  });
  const { form } = page(INCIDENTS, "operator", {
    title: ({ operator }) => operator.incidents,
    up: ({ operator }) => ["/operator", operator.title],
    load: () => listIncidents(services),
    view: ({ incidents }, { words: { operator, service } }) => [
      incidents.length === 0 ? <p class="hint">{operator.noIncidents}</p> : null,
      incidents.map((incident) => (
        <Incident incident={incident}>
          <Form
            action={`${INCIDENTS}/${incident.id}/updates`}
            shape={IncidentUpdate}
            labels={operator}
            submit={operator.update}
            beside={<Second formaction={`${INCIDENTS}/${incident.id}/close`} text={operator.close} />}
          >
            <Field name="text" rows={2} />
          </Form>
        </Incident>
      )),
      <Form action={INCIDENTS} shape={IncidentOpening} labels={operator} class="panel" submit={operator.open}>
        <h2>{operator.open}</h2>
        <Field label={operator.name} name="title" />
        <Field name="text" rows={3} />
        <Choice name="impact" options={optionsOf(STATUS_IMPACTS, service.levels)} />
        <Ticks name="components" options={optionsOf(STATUS_COMPONENTS, service.components)} />
      </Form>,
    ],
  });
  form(INCIDENTS, "operator", {
    shape: IncidentOpening,
    run: (_, wish) => openIncident(services, wish),
    done: "created",
  });
  for (const [action, run] of [
    ["updates", updateIncident],
    ["close", closeIncident],
  ] as const)
    form(`${INCIDENTS}/:id/${action}`, "operator", {
      shape: IncidentUpdate,
      run: (c, { text }) => run(services, idIn(c), text),
      done: "saved",
    });
  // `/operator/homes`: the homes of a person, with their last messages and the operator's actions.
  page(HOMES, "operator", {
    load: async (c) => {
      const asked = (c.req.query("search") ?? "").trim();
      const found = asked === "" ? [] : await findHomesOf(services.db, asked);
      const ids = found.map(({ id }) => id);
      const newest =
        ids.length === 0 ? [] : await listNewestDeliveries(services.db, ids, DELIVERIES_SHOWN_MAX);
      const homes = found.map((home) => ({
        ...home,
        deliveries: newest.filter((each) => each.home === home.id).map(shownDelivery),
      }));
      return { asked, homes };
    },
    title: ({ operator }) => operator.homes,
    up: ({ operator }) => ["/operator", operator.title],
    view: ({ asked, homes }, { words: { operator, settings, people }, teller }) => [
      <SearchForm action={HOMES} label={operator.search} hint={operator.searchHint} asked={asked} />,
      asked === "" || homes.length > 0 ? null : <p class="panel hint">{operator.noHomes}</p>,
      homes.map(({ id, name, plan, members, deliveries, created_at: created }) => {
        const other = PLANS.find((each) => each !== plan) ?? plan;
        return (
          <Section
            id={id}
            title={name}
            hint={`${settings.plans[plan]} · ${operator.since(teller.date(created))}`}
          >
            <p>{members.map(({ email, role }) => `${email} (${people.roles[role]})`).join(", ")}</p>
            <Ask
              action={`${HOMES}/${id}/plan`}
              send={{ plan: other }}
              text={operator.grant(settings.plans[other])}
              warning={operator.grantWarning}
            />
            <List items={deliveries}>{(each) => deliveryRow(each, teller)}</List>
          </Section>
        );
      }),
      asked.includes("@") && homes.length > 0 ? (
        <section class="panel">
          <Ask
            action={`${HOMES}/end-sessions`}
            send={{ email: asked }}
            text={operator.endSessions(asked)}
            warning={operator.endSessionsWarning}
          />
        </section>
      ) : null,
    ],
  });
  act(`${HOMES}/end-sessions`, "operator", SessionsEnd, endPersonsSessions, "revoked", {
    page: (_, { text }) => searched(text("email")),
  });
  formOn(`${HOMES}/:id/plan`, "operator", {
    page: (c) => searched(idIn(c)),
    shape: PlanChoice,
    run: (c, { plan }) => {
      const acting = { householdId: idIn(c), actor: c.var.actor };
      // So that the log names the home that gets the plan, not the operator's own.
      (c as Context).set("acting", acting);
      return grantPlan(services, acting, plan);
    },
    done: "saved",
  });
}

const searched = (text: string): string => `${HOMES}?search=${encodeURIComponent(text)}`;
