import type { Context } from "hono";
import { createMiddleware } from "hono/factory";
import { Hono } from "hono/tiny";
import { done } from "../../lib/kernel/outcome.ts";
import type { Limiter, Report, Wake } from "../../lib/kernel/ports.ts";
import type { Words } from "../../lib/language/en/pages.ts";
import { incidentNews, incidentTitle } from "../../lib/language/languages.ts";
import { ipBucket } from "../../lib/people/network.ts";
import { serviceStanding } from "../../lib/sharing/home-page/standing.ts";
import type { StatusIncident } from "../../lib/status/automatic-incidents.ts";
import { findServiceStatus } from "../../lib/status/facts.queries.ts";
import type { MadeBackup } from "../../lib/status/judge-status.ts";
import {
  type StatusPorts,
  type SubscribePorts,
  showStatus,
  subscribeToStatus,
  unlessSilent,
} from "../../lib/status/status.actions.ts";
import { LIMITS } from "../../schema/limits.ts";
import { StatusSubscription } from "../../schema/wire/status.ts";
import { clientIp, type Edge } from "../_http/caller.ts";
import { limitProblem } from "../_http/rate-limit.ts";
import { isCrossSite } from "../_http/require-session.ts";
import { Ago } from "./components/ago.tsx";
import { Field, Form } from "./components/fields.tsx";
import { Icon } from "./components/icons.tsx";
import { List } from "./components/list.tsx";
import { OwnerFrame } from "./components/owner-frame.tsx";
import { openFormAction } from "./form-action.ts";
import type { Teller } from "./format/teller.ts";
import { ownerPage } from "./owner-page.tsx";
import { problemPage } from "./problem-page.tsx";
import { readerOf } from "./reader.ts";

export type StatusPagePorts = SubscribePorts &
  StatusPorts & {
    limiter: Limiter;
    report: Report;
    wake: Wake;
    edge: Edge;
    baseUrl: string;
    /** Absent where no backup is scheduled. */
    lastBackup?: (() => MadeBackup | null) | undefined;
  };

const SUBSCRIBE_POLICY = {
  name: "status-subscribe",
  limit: LIMITS.statusSubscribePerHour,
  windowSeconds: 3_600,
};

/** `/status`: the service's own status, and a subscription. */
export function statusPages(ports: StatusPagePorts) {
  const routes = new Hono();
  const ownPages = createMiddleware(async (c, next) =>
    isCrossSite(c, ports.baseUrl) ? problemPage(c, { name: "cross_site" }) : await next(),
  );
  routes.get("/status", (c) => statusPage(c, ports));
  routes.post(
    "/status",
    ownPages,
    createMiddleware(async (c, next) => {
      const bucket = ipBucket(clientIp(c, ports.edge));
      const limited = await limitProblem(c, ports.limiter, SUBSCRIBE_POLICY, bucket);
      return limited === null ? await next() : problemPage(c, limited);
    }),
    openFormAction({
      shape: StatusSubscription,
      wish: ({ text }) => ({ email: text("email") }),
      run: async (c, { email }) => {
        const [ip, { language }] = [clientIp(c, ports.edge), readerOf(c)];
        return done(await subscribeToStatus(ports, { email, ip, language }));
      },
      done: "asked",
      wakes: ports,
    }),
  );
  return routes;
}

async function statusPage(c: Context, ports: StatusPagePorts): Promise<Response> {
  const now = ports.clock();
  const [found, { components }] = await Promise.all([
    unlessSilent(ports, findServiceStatus(ports.db, now)),
    showStatus(ports),
  ]);
  const status = found ?? { lastRunAt: null, incidents: [] };
  const standing = found === null ? "trouble" : serviceStanding(status, now);
  const { frame, words, teller } = ownerPage(c, now, null);
  const { service } = words;
  return c.html(
    <OwnerFrame {...frame} title={service.title}>
      <section class={`standing ${standing === "well" ? "well" : "warning"}`}>
        <span class="badge">
          <Icon name={standing === "well" ? "well" : "alert"} />
        </span>
        <div>
          <p class="first">{service[standing]}</p>
          <p>
            {found === null ? (
              service.noDatabase
            ) : status.lastRunAt === null ? (
              service.never
            ) : (
              <>
                {service.clock} <Ago at={status.lastRunAt} teller={teller} />
              </>
            )}
          </p>
          {ports.lastBackup !== undefined && (
            <LastBackup made={ports.lastBackup()} words={service} teller={teller} />
          )}
        </div>
      </section>
      <section class="panel">
        <List>
          {components.map(({ name, status: level }) => (
            <li>
              <span>{service.components[name]}</span>
              <span class={`mark ${level === "ok" ? "sent" : "low"}`}>
                {level === "ok" ? service.working : service.impacts[level]}
              </span>
            </li>
          ))}
        </List>
      </section>
      <ServiceIncidents incidents={status.incidents} words={service} teller={teller} />
      <Form action="/status" class="panel narrow">
        <p>{service.subscribe}</p>
        <Field label={words.signIn.email} name="email" type="email" required autocomplete="email" />
        <button type="submit">{service.send}</button>
      </Form>
    </OwnerFrame>,
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
        <Ago at={made.at} teller={teller} />, {teller.number(Math.ceil(made.bytes / MEGABYTE), 0)} MB
      </>
    )}
  </p>
);

type IncidentProps = { incident: StatusIncident; words: Words["service"]; teller: Teller };

/** What was said of each incident of the service, oldest first. The operators write theirs in English. */
const ServiceIncidents = ({
  incidents,
  ...told
}: Omit<IncidentProps, "incident"> & { incidents: readonly StatusIncident[] }) => (
  <>
    {incidents.map((incident) => (
      <Incident incident={incident} {...told} />
    ))}
  </>
);

const Incident = ({ incident, words, teller }: IncidentProps) => (
  <section class="panel">
    <h2>
      <Said {...incidentTitle(incident, teller.language)} />
    </h2>
    <p class="hint">
      {`${words.began} ${teller.dateTime(incident.openedAt)} · `}
      {incident.closedAt === null ? words.lasts : `${words.ended} ${teller.dateTime(incident.closedAt)}`}
    </p>
    <List>
      {incident.news.map(({ text, at }) => (
        <li>
          <Said {...incidentNews(text, teller.language)} />
          <span class="hint">{teller.dateTime(at)}</span>
        </li>
      ))}
    </List>
  </section>
);

const Said = ({ text, isOwn }: ReturnType<typeof incidentNews>) => (
  <span lang={isOwn ? "en" : undefined}>{text}</span>
);
