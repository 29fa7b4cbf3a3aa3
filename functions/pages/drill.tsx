import type { Context, MiddlewareHandler } from "hono";
import { Hono } from "hono/tiny";
import {
  beginDrill,
  type DrillPorts,
  openDrill,
  showDrill,
  tapDrill,
} from "../../lib/emergency/drill.actions.ts";
import type { DrillLink } from "../../lib/emergency/drill-link.queries.ts";
import type { Services } from "../../lib/kernel/services.actions.ts";
import { WORDS } from "../../lib/language/pages.ts";
import { may } from "../../lib/people/entitlement.ts";
import { findHomePage } from "../../lib/sharing/home-page/home-page.queries.ts";
import type { PageHome } from "../../lib/sharing/home-page/page-home.ts";
import type { Drill } from "../../schema/wire/account/coverage.ts";
import { type AskPagePorts, limitResponders } from "./ask.tsx";
import { Document } from "./components/document.tsx";
import { Press } from "./components/fields.tsx";
import { List } from "./components/list.tsx";
import { OwnerFrame } from "./components/owner-frame.tsx";
import { Failure } from "./components/reason.tsx";
import { formsOn, openFormAction } from "./form-action.ts";
import { placedName } from "./format/alert-text.ts";
import type { Teller } from "./format/teller.ts";
import { liveHtml } from "./live.ts";
import { ownerPage } from "./owner-page.tsx";
import { tokenInPath } from "./page-headers.ts";
import { problemPage } from "./problem-page.tsx";
import { actingOf, type PageEnv, pageMay } from "./session.ts";

const PATH = "/drill";
/** Seconds between two checks for arrivals. */
const LIVE_SECONDS = 5;

const MARKS: Record<Contact["state"], "sent" | "dead" | "low" | "pending"> = {
  not_sent: "low",
  waiting: "pending",
  sent: "pending",
  failed: "dead",
  tapped: "sent",
  missed: "dead",
};

export type DrillPagePorts = DrillPorts & Pick<Services, "wake" | "report">;

type Contact = Drill["contacts"][number];

/** `/drill`: a marked test of everything that a critical alert would be sent by, and who has tapped it. */
export function drillPages(ports: DrillPagePorts, guard: MiddlewareHandler<PageEnv>) {
  const routes = new Hono<PageEnv>();
  const forms = formsOn(routes, guard);
  const reader = pageMay("manage_notifications");
  routes.get(PATH, guard, reader, async (c) => {
    const { drill, home } = await latest(c, ports);
    const { frame, words, teller } = ownerPage(c, ports.clock(), "settings");
    const { title, lead, calls, start, ask } = words.drill;
    return c.html(
      <OwnerFrame {...frame} title={title} up="settings">
        <p>{lead}</p>
        <p class="hint">{calls}</p>
        {may("manage_escalation", c.var.member) === "yes" ? (
          <Press action={PATH} text={start} {...(drill === null ? {} : { kind: "second" })} />
        ) : (
          <p class="hint">{ask}</p>
        )}
        <div data-live={`${PATH}/live`} data-every={LIVE_SECONDS}>
          <Results drill={drill} home={home} teller={teller} />
        </div>
      </OwnerFrame>,
    );
  });
  routes.get(`${PATH}/live`, guard, reader, async (c) => {
    const { teller } = ownerPage(c, ports.clock(), "settings");
    const { drill, home } = await latest(c, ports);
    return liveHtml(
      c,
      String(
        <main>
          <Results drill={drill} home={home} teller={teller} />
        </main>,
      ),
    );
  });
  forms(PATH, pageMay("manage_escalation"), {
    run: (c) => beginDrill(ports, actingOf(c)),
    done: "drillStarted",
    wakes: ports,
  });
  return routes;
}

/** No drill where the home has had none; the home is what its sensors are called by today. */
async function latest(
  c: Context<PageEnv>,
  ports: DrillPagePorts,
): Promise<Pick<ResultsProps, "drill" | "home">> {
  const { householdId } = c.var.member;
  const [shown, home] = await Promise.all([
    showDrill(ports, householdId, null),
    findHomePage(ports.db, householdId, ports.clock()),
  ]);
  return { drill: shown.ok ? shown.value.drill : null, home };
}

type ResultsProps = { drill: Drill | null; home: PageHome | null; teller: Teller };

function Results({ drill, home, teller }: ResultsProps) {
  const { words } = teller;
  if (drill === null)
    return (
      <div id="live">
        <p class="panel hint">{words.drill.none}</p>
      </div>
    );
  const sent = drill.contacts.filter(({ skipped }) => skipped === null);
  const tapped = sent.filter(({ state }) => state === "tapped");
  return (
    <div class="live" id="live">
      <section class="panel" aria-labelledby="drilled" data-part="drill">
        <h2 id="drilled">{words.drill.of(teller.dateTime(new Date(drill.started_at)))}</h2>
        <p role="status">{words.drill.tapped(tapped.length, sent.length)}</p>
        <Sensors sensors={drill.sensors} home={home} teller={teller} />
        <List>
          {drill.contacts.map((each) => (
            <li>
              <span>{`${each.who} · ${words.alertPage.channels[each.channel]} · ${each.address}`}</span>
              <span class={`mark ${MARKS[each.state]}`}>{words.drill.states[each.state]}</span>
              <span class="hint">
                {notesOf(each, teller).join(" · ")}
                {each.tapped_at === null && each.failure !== null ? (
                  <>
                    {each.is_outside ? " · " : null}
                    <Failure text={each.failure} words={words} />
                  </>
                ) : null}
              </span>
            </li>
          ))}
        </List>
      </section>
    </div>
  );
}

type SensorsProps = Pick<ResultsProps, "home" | "teller"> & { sensors: Drill["sensors"] };

/** What a test reading of each sensor would raise; those that raise nothing come first. */
function Sensors({ sensors, home, teller }: SensorsProps) {
  const { words } = teller;
  if (sensors.length === 0) return <p class="hint">{words.drill.noSensors}</p>;
  const order = sensors.toSorted((a, b) => Number(a.alert !== null) - Number(b.alert !== null));
  return (
    <>
      <p>{words.drill.raised(sensors.filter(({ alert }) => alert !== null).length, sensors.length)}</p>
      <List>
        {order.map(({ id, name, reading, alert }) => (
          <li>
            <a href={`/sensors/${id}`}>{(home === null ? null : placedName(home, id, words)) ?? name}</a>
            <span class={`mark ${alert === null ? "dead" : "sent"}`}>
              {alert === null ? words.drill.raisesNone : words.kinds[alert.kind]}
            </span>
            <span class="hint">
              {reading === null
                ? words.drill.notTaken
                : words.drill.posted(
                    reading.unit === null ? words.drill.wet : teller.value(reading.value, reading.unit),
                  )}
              {alert === null ? ` ${words.drill.raisesNoneHint}` : null}
            </span>
          </li>
        ))}
      </List>
    </>
  );
}

function notesOf({ is_outside, skipped, tapped_at: tapped }: Contact, { words, dateTime }: Teller): string[] {
  const { drill } = words;
  return [
    ...(is_outside ? [drill.outside] : []),
    ...(skipped === null ? [] : [drill.skips[skipped]]),
    ...(tapped === null ? [] : [drill.tappedAt(dateTime(new Date(tapped)))]),
  ];
}

/** `/d/{token}`: the one button by which a drill's reader says that it has arrived. */
export function drillLinkPages(ports: AskPagePorts) {
  const routes = new Hono();
  const limited = limitResponders(ports);
  // Looking changes nothing: scanners follow every link.
  routes.get("/d/:token", tokenInPath, limited, async (c) => {
    const opened = await openDrill(ports, c.req.param("token"));
    return opened.ok ? drillLinkPage(c, opened.value, ports.clock()) : problemPage(c, opened.problem);
  });
  // No check for forgery: the token alone is what allows it, and no other site knows it.
  routes.post(
    "/d/:token",
    tokenInPath,
    limited,
    openFormAction({
      page: null,
      run: (c) => tapDrill(ports, c.req.param("token") ?? ""),
      done: (c) => c.redirect(c.req.path, 303),
    }),
  );
  return routes;
}

function drillLinkPage(c: Context, link: DrillLink, now: Date): Response | Promise<Response> {
  const words = WORDS[link.language];
  const { drill, alertPage } = words;
  return c.html(
    <Document title={drill.linkTitle} language={link.language} words={words} now={now}>
      <main id="content" tabindex={-1} class="responder">
        <p class="hint home-name">{link.homeName}</p>
        <h1 class="first">{drill.linkTitle}</h1>
        {link.isTapped ? (
          <p role="status">{drill.linkDone(alertPage.channels[link.channel])}</p>
        ) : (
          <>
            <p>{drill.linkLead}</p>
            <form method="post" class="stack answers">
              <button type="submit">{drill.linkPress}</button>
            </form>
          </>
        )}
      </main>
    </Document>,
  );
}
