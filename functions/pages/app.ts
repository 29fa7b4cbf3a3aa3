import { routePath } from "hono/route";
import type { CardPorts } from "../../lib/emergency/card.actions.ts";
import type { EvidencePorts } from "../../lib/evidence/issue-evidence.actions.ts";
import { PROBLEMS } from "../../schema/problems.ts";
import { type HttpPorts, newSmallApp } from "../_http/app.ts";
import { reportFailure } from "../_http/report-failure.ts";
import type { SessionPorts } from "../_http/require-session.ts";
import { PAGE_SECURITY_ROUTES } from "../_http/security-log.ts";
import { activityPages } from "./activity.tsx";
import { type AlertPagePorts, alertPages } from "./alert.tsx";
import { alertListPages } from "./alert-list.tsx";
import { alertSettingsPages } from "./alert-settings.tsx";
import { type AskPagePorts, askPages } from "./ask.tsx";
import { type ChartPorts, chartPages } from "./charts.tsx";
import { coveragePages } from "./coverage.tsx";
import { type DeleteHomePagePorts, deleteAccountPages, deleteHomePages } from "./delete-home.tsx";
import { type DeliveryPagePorts, deliveryPages } from "./deliveries.tsx";
import type { DevicePagePorts, FeedPagePorts } from "./device-ports.ts";
import { devicePages } from "./devices.tsx";
import { elsewherePages } from "./elsewhere.tsx";
import { type EmbedPorts, embedPages } from "./embeds.tsx";
import { emergencyPages } from "./emergency.tsx";
import { type EscalationPagePorts, escalationPages } from "./escalation.tsx";
import { evidencePages } from "./evidence.tsx";
import { familyPages, familySensorPages } from "./family.tsx";
import { feedPages } from "./feeds.tsx";
import { formNotes, type NoteVariables } from "./form-note.ts";
import { type HomePagePorts, homePages } from "./home.tsx";
import { type InboundPagePorts, inboundPages } from "./inbound.tsx";
import { landingPage } from "./landing.tsx";
import { type NotificationPagePorts, notificationPages } from "./notifications.tsx";
import { type OperatorPagePorts, operatorPages } from "./operator.tsx";
import { pageHeaders } from "./page-headers.ts";
import { type PasskeyPagePorts, passkeyPages } from "./passkeys.tsx";
import { type PeoplePorts, peoplePages } from "./people.tsx";
import { problemPage } from "./problem-page.tsx";
import { type ProvePagePorts, provePages } from "./prove.tsx";
import { recipePages } from "./recipes.tsx";
import { type ResponderPagePorts, responderPages } from "./responder.tsx";
import { rulePages } from "./rules.tsx";
import { sensorPages } from "./sensor.tsx";
import { type PageEnv, requirePageSession } from "./session.ts";
import { sessionPages } from "./sessions.tsx";
import { type SettingsPorts, settingsPages } from "./settings.tsx";
import { revokeAllPages, sharingPages } from "./sharing.tsx";
import { type SignInPagePorts, signInPages } from "./sign-in.tsx";
import { type StatusPagePorts, statusPages } from "./status.tsx";
import { welcomePages } from "./welcome.tsx";

type PagesPorts = HttpPorts &
  SessionPorts &
  EmbedPorts &
  SignInPagePorts &
  HomePagePorts &
  AlertPagePorts &
  EvidencePorts &
  CardPorts &
  StatusPagePorts &
  SettingsPorts &
  PeoplePorts &
  NotificationPagePorts &
  ProvePagePorts &
  PasskeyPagePorts &
  FeedPagePorts &
  DeliveryPagePorts &
  ChartPorts &
  DeleteHomePagePorts &
  DevicePagePorts &
  InboundPagePorts &
  OperatorPagePorts &
  AskPagePorts &
  ResponderPagePorts &
  EscalationPagePorts;

/** Pages for people with a browser: rendered here, complete without a script. */
export function pagesApp(ports: PagesPorts) {
  const app = newSmallApp<PageEnv["Variables"] & NoteVariables>(ports, PROBLEMS, PAGE_SECURITY_ROUTES);
  const guard = requirePageSession(ports);
  app.use(pageHeaders);
  app.use(formNotes(ports));
  app.notFound((c) => problemPage(c, { name: "not_found" }));
  app.onError((error, c) =>
    problemPage(c, { name: reportFailure(c, routePath(c, -1), ports.report, error) }),
  );
  app.route("/", landingPage(ports));
  app.route("/", statusPages(ports));
  app.route("/", familyPages(ports));
  app.route("/", familySensorPages(ports));
  app.route("/", embedPages(ports));
  app.route("/", elsewherePages(ports));
  app.route("/", signInPages(ports));
  app.route("/", homePages(ports, guard));
  app.route("/", alertListPages(ports, guard));
  app.route("/", alertPages(ports, guard));
  app.route("/", evidencePages(ports, guard));
  app.route("/", responderPages(ports));
  app.route("/", askPages(ports));
  app.route("/", escalationPages(ports, guard));
  app.route("/", emergencyPages(ports, guard));
  app.route("/", coveragePages(ports, guard));
  app.route("/", sensorPages(ports, guard));
  app.route("/", chartPages(ports, guard));
  app.route("/", rulePages(ports, guard));
  app.route("/", alertSettingsPages(ports, guard));
  app.route("/", devicePages(ports, guard));
  app.route("/", feedPages(ports, guard));
  app.route("/", welcomePages(ports, guard));
  app.route("/", sharingPages(ports, guard));
  app.route("/", recipePages(ports, guard));
  app.route("/", inboundPages(ports, guard));
  app.route("/", revokeAllPages(ports, guard));
  app.route("/", settingsPages(ports, guard));
  app.route("/", deleteHomePages(ports, guard));
  app.route("/", deleteAccountPages(ports, guard));
  app.route("/", provePages(ports, guard));
  app.route("/", peoplePages(ports, guard));
  app.route("/", notificationPages(ports, guard));
  app.route("/", deliveryPages(ports, guard));
  app.route("/", sessionPages(ports, guard));
  app.route("/", passkeyPages(ports, guard));
  app.route("/", activityPages(ports, guard));
  app.route("/", operatorPages(ports, guard));
  return app;
}
