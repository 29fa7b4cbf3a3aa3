import type { Child } from "hono/jsx";
import { done } from "../../lib/kernel/outcome.ts";
import { READ_ONLY_SUBJECT, type StatusFacts } from "../../lib/status/judge-status.ts";
import { lookAtStatus, subscribeToStatus } from "../../lib/status/status.actions.ts";
import { RATE_LIMITS } from "../../schema/limits.ts";
import type { ComponentLevel, StatusComponent } from "../../schema/vocabulary.ts";
import { type StatusIncidentItem, StatusSubscription, type SystemStatus } from "../../schema/wire/status.ts";
import { clientIp } from "../_http/caller.ts";
import { Field, Form } from "./components/fields.tsx";
import { Banner, List, Section } from "./components/list.tsx";
import { Ago, useTeller } from "./format/teller.tsx";
import { readerOf } from "./reader.ts";
import { countCallers, ownPagesAlone, type Site } from "./site.ts";

/** `/status`: the status of the service, and a form to subscribe to it. */
export function statusPages({ services, open }: Site): void {
  const ownPages = ownPagesAlone(services);
  open(ownPages).page("/status", null, {
    title: ({ service }) => service.title,
    load: () => lookAtStatus(services),
    view: ({ status, facts }, { words: { service, signIn } }) => {
      const backup = services.lastBackup?.();
      const standing = standingOf(status, facts);
      const isWell = standing === "well";
      return [
        <Banner tone={isWell ? "well" : "warning"} icon={isWell ? "well" : "alert"}>
          <p class="first">{service[standing]}</p>
          <p>
            {service[sentenceOf(facts)]}
            {facts?.lastTick == null ? null : [" ", <Ago at={facts.lastTick} />]}
          </p>
          {backup !== undefined && (
            <p>
              {service.lastBackup} {backup === null ? service.noBackup : <Ago at={backup.at} />}
            </p>
          )}
        </Banner>,
        <section class="panel">
          <List items={status.components}>
            {({ name, status: level }) => ({
              title: service.components[name],
              mark: <span class={MARKS[level] ?? "mark low"}>{service.levels[level]}</span>,
            })}
          </List>
        </section>,
        status.incidents.map((incident) => <Incident incident={incident} />),
        <Form action="/status" shape={StatusSubscription} class="panel" submit={service.send}>
          <p>{service.subscribe}</p>
          <Field label={signIn.email} name="email" type="email" required autocomplete="email" />
        </Form>,
      ];
    },
  });
  open(ownPages, countCallers(services, RATE_LIMITS.statusSubscribe)).form("/status", null, {
    shape: StatusSubscription,
    run: async (c, { email }) => {
      const [ip, { language }] = [clientIp(c, services.edge), readerOf(c)];
      return done(await subscribeToStatus(services, { email, ip, language }));
    },
    done: "asked",
  });
}

const MARKS: Partial<Record<ComponentLevel, string>> = { ok: "mark sent", not_configured: "hint" };
const OF_THE_CLOCK: readonly StatusComponent[] = ["polling", "alerts"];

/** Returns the key of the page's first sentence. "late": only the clock is, or it has never run yet. */
function standingOf(status: SystemStatus, facts: StatusFacts | null): "well" | "late" | "trouble" {
  if (facts === null || status.incidents.some((each) => each.closed_at === null)) return "trouble";
  if (facts.lastTick === null) return "late";
  if (status.status === "ok") return "well";
  const poor = status.components.filter((each) => each.status === "down" || each.status === "degraded");
  return poor.every(({ name }) => OF_THE_CLOCK.includes(name)) ? "late" : "trouble";
}

function sentenceOf(facts: StatusFacts | null): "noDatabase" | "readOnly" | "never" | "clock" {
  if (facts === null) return "noDatabase";
  if (facts.lastTick === null) return "never";
  return facts.faults.includes(READ_ONLY_SUBJECT) ? "readOnly" : "clock";
}

/** An incident, its components and its updates, newest first. `children`: an operator's form, while it is open. */
export function Incident({ incident, children }: { incident: StatusIncidentItem; children?: Child }) {
  const { words, dateTime } = useTeller();
  const { service } = words;
  const { id, title, impact, components, closed_at: end, updates } = incident;
  return (
    <Section id={`of-${id}`} title={title}>
      <p class="hint">
        <span class={`mark ${end === null ? "low" : "sent"}`}>
          {end === null ? service.levels[impact] : service.over}
        </span>{" "}
        {components.map((name) => service.components[name]).join(", ")}
      </p>
      <ol class="story" reversed>
        {updates.toReversed().map(({ kind, text, at }) => (
          <li>
            <strong>{service.news[kind]}</strong> <time datetime={at}>{dateTime(at)}</time>
            <p>{text}</p>
          </li>
        ))}
      </ol>
      {end === null ? children : null}
    </Section>
  );
}
