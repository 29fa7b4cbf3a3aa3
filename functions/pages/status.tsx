import { done } from "../../lib/kernel/outcome.ts";
import type { Words } from "../../lib/language/en/pages.ts";
import type { MadeBackup, StatusFacts } from "../../lib/status/judge-status.ts";
import { lookAtStatus, subscribeToStatus } from "../../lib/status/status.actions.ts";
import { RATE_LIMITS } from "../../schema/limits.ts";
import type { ComponentLevel } from "../../schema/vocabulary.ts";
import { type StatusIncidentItem, StatusSubscription, type SystemStatus } from "../../schema/wire/status.ts";
import { clientIp } from "../_http/caller.ts";
import { Ago } from "./components/ago.tsx";
import { Banner } from "./components/banner.tsx";
import { Field, Form } from "./components/fields.tsx";
import { List } from "./components/list.tsx";
import { formAction } from "./form-action.ts";
import type { Teller } from "./format/teller.ts";
import { showPage } from "./page.tsx";
import { readerOf } from "./reader.ts";
import { countCallers, ownPagesAlone, type Site } from "./site.ts";

/** `/status`: the service's own status, and a subscription. */
export function statusPages({ routes, services }: Site): void {
  routes.get("/status", (c) =>
    showPage(c, services.clock(), {
      place: null,
      title: ({ service }) => service.title,
      load: async () => done(await lookAtStatus(services)),
      view: (shown, { teller }) => <StatusView {...shown} backup={services.lastBackup?.()} teller={teller} />,
    }),
  );
  routes.post(
    "/status",
    ownPagesAlone(services),
    countCallers(services, RATE_LIMITS.statusSubscribe),
    formAction({
      shape: StatusSubscription,
      run: async (c, { email }) => {
        const [ip, { language }] = [clientIp(c, services.edge), readerOf(c)];
        return done(await subscribeToStatus(services, { email, ip, language }));
      },
      done: "asked",
      wakes: services,
    }),
  );
}

type ViewProps = {
  status: SystemStatus;
  facts: StatusFacts | null;
  /** Undefined where no backup is scheduled. */
  backup: MadeBackup | null | undefined;
  teller: Teller;
};

function StatusView({ status, facts, backup, teller }: ViewProps) {
  const { service, signIn } = teller.words;
  const standing = standingOf(status, facts);
  return (
    <>
      <Banner tone={standing === "well" ? "well" : "warning"} icon={standing === "well" ? "well" : "alert"}>
        <p class="first">{service[standing]}</p>
        <p>
          {facts === null ? (
            service.noDatabase
          ) : facts.lastTick === null ? (
            service.never
          ) : (
            <>
              {service.clock} <Ago at={facts.lastTick} />
            </>
          )}
        </p>
        {backup === undefined ? null : <LastBackup made={backup} words={service} teller={teller} />}
      </Banner>
      <section class="panel">
        <List items={status.components}>
          {({ name, status: level }) => (
            <li>
              <span>{service.components[name]}</span>
              <Level level={level} words={service} />
            </li>
          )}
        </List>
      </section>
      {status.incidents.map((incident) => (
        <Incident incident={incident} words={service} teller={teller} />
      ))}
      <Form action="/status" shape={StatusSubscription} class="panel">
        <p>{service.subscribe}</p>
        <Field label={signIn.email} name="email" type="email" required autocomplete="email" />
        <button type="submit">{service.send}</button>
      </Form>
    </>
  );
}

/** What the page says first: a late clock by itself is told apart from other trouble. */
function standingOf({ status }: SystemStatus, facts: StatusFacts | null): "well" | "late" | "trouble" {
  if (facts === null) return "trouble";
  if (facts.lastTick === null) return "late";
  return status === "ok" ? "well" : "trouble";
}

function Level({ level, words }: { level: ComponentLevel; words: Words["service"] }) {
  if (level === "not_configured") return <span class="hint">{words.notConfigured}</span>;
  return level === "ok" ? (
    <span class="mark sent">{words.working}</span>
  ) : (
    <span class="mark low">{words.impacts[level]}</span>
  );
}

type LastBackupProps = { made: MadeBackup | null; words: Words["service"]; teller: Teller };

const MEGABYTE = 1_000_000;

/** When the last scheduled backup was made and how large it is, on a machine that makes them. */
export const LastBackup = ({ made, words, teller }: LastBackupProps) => (
  <p>
    {words.lastBackup}{" "}
    {made === null ? (
      words.noBackup
    ) : (
      <>
        <Ago at={made.at} />, {teller.number(Math.ceil(made.bytes / MEGABYTE), 0)} MB
      </>
    )}
  </p>
);

type IncidentProps = { incident: StatusIncidentItem; words: Words["service"]; teller: Teller };

/** What operators said of it, oldest first. */
const Incident = ({ incident, words, teller }: IncidentProps) => (
  <section class="panel">
    <h2>{incident.title}</h2>
    <p class="hint">
      {`${words.began} ${teller.dateTime(new Date(incident.opened_at))} · `}
      {incident.closed_at === null
        ? words.lasts
        : `${words.ended} ${teller.dateTime(new Date(incident.closed_at))}`}
    </p>
    <List items={incident.updates}>
      {({ text, at }) => (
        <li>
          <span>{text}</span>
          <span class="hint">{teller.dateTime(new Date(at))}</span>
        </li>
      )}
    </List>
  </section>
);
