import type { Hono } from "hono";
import { routePath } from "hono/route";
import { PROBLEMS } from "../../schema/problems.ts";
import { newApp, reportFailure } from "../_http/app.ts";
import { PAGE_SECURITY_ROUTES } from "../_http/security-log.ts";
import { activityPages } from "./activity.tsx";
import { alertPages } from "./alert.tsx";
import { alertLinkPages } from "./alert-link.tsx";
import { alertSettingsPages } from "./alert-settings.tsx";
import { chartPages } from "./charts.tsx";
import { devicePages } from "./device.tsx";
import { setUpPages } from "./device-set-up.tsx";
import { embedPages } from "./embeds.tsx";
import { emergencyPages } from "./emergency.tsx";
import { escalationPages } from "./escalation.tsx";
import { familyPages } from "./family.tsx";
import { feedPages } from "./feeds.tsx";
import { formNotes, type NoteVariables } from "./form-note.ts";
import { homePages } from "./home.tsx";
import { landingPage } from "./landing.tsx";
import { notificationPages } from "./notifications.tsx";
import { operatorPages } from "./operator.tsx";
import { pageHeaders } from "./page-headers.ts";
import { peoplePages } from "./people.tsx";
import { planPages } from "./plan.tsx";
import { problemPage } from "./problem-page.tsx";
import { responderPages } from "./responder.tsx";
import { rulePages } from "./rules.tsx";
import { sensorPages } from "./sensor.tsx";
import type { PageEnv } from "./session.ts";
import { sessionPages } from "./sessions.tsx";
import { settingsPages } from "./settings.tsx";
import { homeSettingsPages } from "./settings-home.tsx";
import { sharingPages } from "./sharing.tsx";
import { signInPages } from "./sign-in.tsx";
import { type PageServices, siteOn } from "./site.ts";
import { statusPages } from "./status.tsx";
import { welcomePages } from "./welcome.tsx";

const PAGES = [
  landingPage,
  statusPages,
  familyPages,
  embedPages,
  signInPages,
  homePages,
  alertPages,
  alertLinkPages,
  responderPages,
  escalationPages,
  emergencyPages,
  sensorPages,
  chartPages,
  rulePages,
  alertSettingsPages,
  setUpPages,
  devicePages,
  feedPages,
  welcomePages,
  sharingPages,
  settingsPages,
  homeSettingsPages,
  planPages,
  peoplePages,
  notificationPages,
  sessionPages,
  activityPages,
  operatorPages,
];

/** Creates the app of all pages. The server renders them, and they work without JavaScript. */
export function pagesApp(services: PageServices) {
  const app = newApp<PageEnv["Variables"] & NoteVariables>(services, PROBLEMS, PAGE_SECURITY_ROUTES);
  app.use(pageHeaders);
  app.use(formNotes(services));
  // PostgreSQL refuses a text with a NUL character, and no id contains one.
  app.use(async (c, next) => (c.req.path.includes("\0") ? problemPage(c, { name: "not_found" }) : next()));
  app.notFound((c) => problemPage(c, { name: "not_found" }));
  app.onError((error, c) =>
    problemPage(c, { name: reportFailure(c, routePath(c, -1), services.report, error) }),
  );
  const site = siteOn(app as unknown as Hono<PageEnv>, services);
  for (const add of PAGES) add(site);
  return app;
}
