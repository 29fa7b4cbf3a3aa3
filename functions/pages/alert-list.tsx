import type { MiddlewareHandler } from "hono";
import { Hono } from "hono/tiny";
import { listAlertPage } from "../../lib/alerts/list.queries.ts";
import { pageOf, placeOf } from "../../lib/kernel/cursor.ts";
import type { Services } from "../../lib/kernel/services.actions.ts";
import { may } from "../../lib/people/entitlement.ts";
import { findHomePage } from "../../lib/sharing/home-page/home-page.queries.ts";
import { type DeviceNote, deviceNotes } from "../../lib/sharing/home-page/standing.ts";
import { AlertStrip } from "./components/alert-card.tsx";
import { Icon } from "./components/icons.tsx";
import { OwnerFrame } from "./components/owner-frame.tsx";
import { AlertLines } from "./components/sensor-settings.tsx";
import type { Teller } from "./format/teller.ts";
import { ownerPage } from "./owner-page.tsx";
import { problemPage } from "./problem-page.tsx";
import type { PageEnv } from "./session.ts";

const PAGE_ALERTS = 30;

/** An empty list of alerts is good news only while every device is online. */
function NoAlerts({ notes, teller }: { notes: readonly DeviceNote[]; teller: Teller }) {
  const { alertPage, settings } = teller.words;
  const silent = notes.filter(({ status }) => status === "offline");
  return (
    <>
      <p class={silent.length === 0 ? "note done" : "note"}>
        <Icon name={silent.length === 0 ? "well" : "unknown"} />
        <span>
          {silent.length === 0
            ? alertPage.none
            : alertPage.noneWhileOffline(silent.map(({ device }) => device.name).join(", "))}
        </span>
      </p>
      <section class="panel">
        <p>{alertPage.noneHint}</p>
        <p class="row">
          <a class="button second" href="/settings/alerts">
            {settings.limits}
          </a>
          <a class="button second" href="/notifications">
            {settings.notifications}
          </a>
        </p>
      </section>
    </>
  );
}

/** `/alerts`: what is open, the worst first and each to be taken on here; then what has ended, newest first. */
export function alertListPages(ports: Pick<Services, "db" | "clock">, guard: MiddlewareHandler<PageEnv>) {
  const routes = new Hono<PageEnv>();
  routes.get("/alerts", guard, async (c) => {
    const now = ports.clock();
    const { householdId } = c.var.member;
    const cursor = c.req.query("before");
    const after = cursor === undefined ? null : placeOf(cursor);
    if (cursor !== undefined && after === null) return problemPage(c, { name: "bad_cursor" });
    const ask = {
      householdId,
      state: "all",
      kind: null,
      from: null,
      to: null,
      after,
      limit: PAGE_ALERTS + 1,
    } as const;
    const [home, rows] = await Promise.all([
      findHomePage(ports.db, householdId, now),
      listAlertPage(ports.db, ask),
    ]);
    if (home === null) return problemPage(c, { name: "not_found" });
    const { page, nextCursor } = pageOf(rows, PAGE_ALERTS, ({ place }) => place);
    const { frame, words, teller } = ownerPage(c, now, "alerts", home);
    // The open ones stand on the first page, the worst first.
    const open = cursor === undefined ? home.alerts : [];
    const shown = new Set(home.alerts.map(({ id }) => id));
    const ended = page.flatMap(({ alert }) => (shown.has(alert.id) ? [] : [alert]));
    return c.html(
      <OwnerFrame {...frame} title={words.alertPage.title}>
        {page.length === 0 && open.length === 0 ? (
          <NoAlerts notes={deviceNotes(home, now)} teller={teller} />
        ) : null}
        {open.length === 0 ? null : (
          <section aria-labelledby="open-alerts">
            <h2 id="open-alerts">{words.alertPage.openOnes(open.length)}</h2>
            <AlertStrip
              alerts={open}
              home={home}
              teller={teller}
              mayAck={may("acknowledge_alert", c.var.member) === "yes"}
            />
          </section>
        )}
        {ended.length === 0 ? null : (
          <section aria-labelledby="ended-alerts">
            <h2 id="ended-alerts">{words.alertPage.ended}</h2>
            <AlertLines alerts={ended} home={home} teller={teller} />
          </section>
        )}
        {nextCursor === null ? null : (
          <a class="button second" href={`/alerts?before=${encodeURIComponent(nextCursor)}`}>
            {words.alertPage.older}
          </a>
        )}
      </OwnerFrame>,
    );
  });
  return routes;
}
