import { listAlertPage } from "../../lib/alerts/list.queries.ts";
import { pageOf, placeOf } from "../../lib/kernel/cursor.ts";
import { refuse } from "../../lib/kernel/outcome.ts";
import { type DeviceNote, deviceNotes } from "../../lib/sharing/home-page/standing.ts";
import { AlertList } from "./components/alert-card.tsx";
import { Empty, Older } from "./components/list.tsx";
import { Go } from "./components/press.tsx";
import { useTeller } from "./components/teller-scope.ts";
import { homeOf, type Site } from "./site.ts";

const PAGE_ALERTS = 30;

/** An empty list of alerts is good news only while every device is online. */
function NoAlerts({ notes }: { notes: readonly DeviceNote[] }) {
  const { alertPage, settings } = useTeller().words;
  const silent = notes.filter(({ status }) => status === "offline");
  const names = silent.map(({ device }) => device.name).join(", ");
  return (
    <Empty
      icon={names === "" ? "well" : "unknown"}
      text={names === "" ? alertPage.none : alertPage.noneWhileOffline(names)}
    >
      <p class="hint">{alertPage.noneHint}</p>
      <p class="row">
        <Go href="/settings/alerts">{settings.limits}</Go>
        <Go href="/notifications">{settings.notifications}</Go>
      </p>
    </Empty>
  );
}

/** `/alerts`: what is open, the worst first and each to be taken on here; then what has ended, newest first. */
export function alertListPages({ services, page }: Site): void {
  page("/alerts", null, {
    place: "alerts",
    load: async (c) => {
      const cursor = c.req.query("before");
      const after = cursor === undefined ? null : placeOf(cursor);
      if (cursor !== undefined && after === null) return refuse("bad_cursor");
      const { householdId } = c.var;
      const all = { householdId, state: "all", kind: null, from: null, to: null } as const;
      const [home, rows] = await Promise.all([
        homeOf(c, services),
        listAlertPage(services.db, { ...all, after, limit: PAGE_ALERTS + 1 }),
      ]);
      return home.ok ? { home: home.value, rows, isFirst: cursor === undefined } : home;
    },
    title: ({ owner }) => owner.places.alerts,
    view: ({ home, rows, isFirst }, { words, teller }) => {
      const { page: shown, nextCursor } = pageOf(rows, PAGE_ALERTS, ({ place }) => place);
      // The open ones stand on the first page, the worst first.
      const open = isFirst ? home.alerts : [];
      const isOpen = new Set(home.alerts.map(({ id }) => id));
      const ended = shown.flatMap(({ alert }) => (isOpen.has(alert.id) ? [] : [alert]));
      return (
        <>
          {shown.length === 0 && open.length === 0 ? (
            <NoAlerts notes={deviceNotes(home, teller.now)} />
          ) : null}
          <AlertList title={words.alertPage.openOnes(open.length)} alerts={open} home={home} />
          <AlertList title={words.alertPage.ended} alerts={ended} home={home} />
          <Older
            href={nextCursor === null ? null : `/alerts?before=${encodeURIComponent(nextCursor)}`}
            text={words.alertPage.older}
          />
        </>
      );
    },
  });
}
