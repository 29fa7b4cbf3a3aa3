import type { MiddlewareHandler } from "hono";
import { Hono } from "hono/tiny";
import { showCoverage } from "../../lib/emergency/card.actions.ts";
import { type SendTestPorts, sendTestToAll } from "../../lib/messages/send-test.actions.ts";
import { may } from "../../lib/people/entitlement.ts";
import { findHomePage } from "../../lib/sharing/home-page/home-page.queries.ts";
import type { PageHome } from "../../lib/sharing/home-page/page-home.ts";
import type { Coverage } from "../../schema/wire/account/coverage.ts";
import type { WakePorts } from "../_http/in-background.ts";
import { Press } from "./components/fields.tsx";
import { Folded } from "./components/folded.tsx";
import { List } from "./components/list.tsx";
import { OwnerFrame } from "./components/owner-frame.tsx";
import { formsOn } from "./form-action.ts";
import { placedName } from "./format/alert-text.ts";
import type { Teller } from "./format/teller.ts";
import { ownerPage } from "./owner-page.tsx";
import { problemPage } from "./problem-page.tsx";
import { actingOf, type PageEnv, pageMay } from "./session.ts";

/** `/coverage`: what may leave the home unwarned, each with what to do. */
export function coveragePages(ports: SendTestPorts & WakePorts, guard: MiddlewareHandler<PageEnv>) {
  const routes = new Hono<PageEnv>();
  routes.get("/coverage", guard, pageMay("manage_notifications"), async (c) => {
    const { householdId } = c.var.member;
    const [shown, home] = await Promise.all([
      showCoverage(ports, householdId),
      findHomePage(ports.db, householdId, ports.clock()),
    ]);
    if (!shown.ok) return problemPage(c, shown.problem);
    if (home === null) return problemPage(c, { name: "not_found" });
    const { frame, words, teller } = ownerPage(c, ports.clock(), "settings");
    const { gaps } = shown.value;
    return c.html(
      <OwnerFrame {...frame} title={words.coverage.title} up="settings">
        <p>{words.coverage.lead}</p>
        {may("manage_escalation", c.var.member) === "yes" ? (
          <>
            <p class="hint">{words.coverage.testHint}</p>
            <Press action="/coverage/test" text={words.coverage.test} kind="second" />
          </>
        ) : null}
        {gaps.length === 0 ? <p class="panel">{words.coverage.none}</p> : null}
        {gaps.length === 0 ? null : (
          <section class="panel">
            <Folded
              items={gaps}
              list={(some) => <Gaps gaps={some} home={home} teller={teller} />}
              words={words}
            />
          </section>
        )}
      </OwnerFrame>,
    );
  });
  formsOn(routes, guard)("/coverage/test", pageMay("manage_escalation"), {
    page: "/coverage",
    run: (c) => sendTestToAll(ports, actingOf(c)),
    done: "sent",
    wakes: ports,
  });
  return routes;
}

type GapsProps = { gaps: Coverage["gaps"]; home: PageHome; teller: Teller };

const Gaps = ({ gaps, home, teller }: GapsProps) => (
  <List>
    {gaps.map(({ gap, about, sensor_id: sensor, last_at: last }) => (
      <li>
        <div class="who">
          <strong>
            {teller.words.coverage.gaps[gap].title}
            {about === null ? null : ": "}
            {about === null ? null : sensor === null ? (
              about
            ) : (
              <a href={`/sensors/${sensor}`}>{placedName(home, sensor, teller.words) ?? about}</a>
            )}
          </strong>
          <span class="hint">{teller.words.coverage.gaps[gap].todo}</span>
          {last === null ? null : (
            <span class="hint">{teller.words.coverage.last(teller.date(new Date(last)))}</span>
          )}
        </div>
      </li>
    ))}
  </List>
);
