import type { CardPorts } from "../../lib/emergency/card.actions.ts";
import type { EvidencePorts } from "../../lib/evidence/issue-evidence.actions.ts";
import type { AddPasskeyPorts } from "../../lib/people/passkeys/passkeys.actions.ts";
import { PROBLEMS } from "../../schema/problems.ts";
import type { HomePorts } from "../_home/routes.ts";
import { type HttpPorts, newApp } from "../_http/app.ts";
import { requireSession, type SessionEnv, type SessionPorts } from "../_http/require-session.ts";
import { API_SECURITY_ROUTES } from "../_http/security-routes.ts";
import { activityRoutes } from "./activity-routes.ts";
import { type AdminPorts, adminRoutes } from "./admin-routes.ts";
import { apiKeyRoutes } from "./api-key-routes.ts";
import { contactRoutes } from "./contact-routes.ts";
import { coverageRoutes } from "./coverage-routes.ts";
import { type DevicePorts, deviceKeyRoutes } from "./device-routes.ts";
import { drillRoutes } from "./drill-routes.ts";
import { emergencyRoutes } from "./emergency-routes.ts";
import { evidenceRoutes } from "./evidence-routes.ts";
import { type ExportPorts, exportRoutes } from "./export-routes.ts";
import { type FeedTrialPorts, feedTrialRoutes } from "./feed-trial-routes.ts";
import { handOverRoutes } from "./hand-over-routes.ts";
import { handedOutRoutes } from "./handed-out-routes.ts";
import { homeContactRoutes } from "./home-contact-routes.ts";
import { sessionHomeRoutes, userPullSetupRoutes } from "./home-routes.ts";
import { type HouseholdPorts, householdRoutes } from "./household-routes.ts";
import { inboundTokenRoutes } from "./inbound-token-routes.ts";
import { type InvitationPorts, invitationRoutes } from "./invitation-routes.ts";
import { memberRoutes } from "./member-routes.ts";
import { type NotificationRoutePorts, notificationRoutes } from "./notification-routes.ts";
import { passkeyRoutes } from "./passkey-routes.ts";
import { proveRoutes } from "./prove-routes.ts";
import { pushRoutes } from "./push-routes.ts";
import { sessionRoutes } from "./session-routes.ts";
import { shareLinkRoutes } from "./share-link-routes.ts";
import { type SignInRoutePorts, signInRoutes } from "./sign-in-routes.ts";
import { usePasskeyRoutes } from "./use-passkey-routes.ts";
import { userRoutes } from "./user-routes.ts";

export type AccountPorts = HttpPorts &
  SessionPorts &
  SignInRoutePorts &
  InvitationPorts &
  DevicePorts &
  HomePorts &
  NotificationRoutePorts &
  FeedTrialPorts &
  AdminPorts &
  HouseholdPorts &
  EvidencePorts &
  ExportPorts &
  AddPasskeyPorts &
  CardPorts;

/** For people in a browser: signing in, their home, its members and keys. */
export function accountApp(ports: AccountPorts) {
  const app = newApp<SessionEnv["Variables"]>(ports, PROBLEMS, API_SECURITY_ROUTES);
  const guard = requireSession(ports);
  app.route("/", signInRoutes(ports));
  app.route("/", sessionRoutes(ports, guard));
  app.route("/", proveRoutes(ports, guard));
  app.route("/", usePasskeyRoutes(ports, guard));
  app.route("/", passkeyRoutes(ports, guard));
  app.route("/", userRoutes(ports, guard));
  app.route("/", householdRoutes(ports, guard));
  app.route("/", exportRoutes(ports, guard));
  app.route("/", memberRoutes(ports, guard));
  app.route("/", invitationRoutes(ports, guard));
  app.route("/", apiKeyRoutes(ports, guard));
  app.route("/", shareLinkRoutes(ports, guard));
  app.route("/", inboundTokenRoutes(ports, guard));
  app.route("/", handedOutRoutes(ports, guard));
  app.route("/", activityRoutes(ports, guard));
  app.route("/", deviceKeyRoutes(ports, guard));
  app.route("/", pushRoutes(ports, guard));
  app.route("/", notificationRoutes(ports, guard));
  app.route("/", contactRoutes(ports, guard));
  app.route("/", homeContactRoutes(ports, guard));
  app.route("/", userPullSetupRoutes(ports, guard));
  app.route("/", handOverRoutes(ports, guard));
  app.route("/", evidenceRoutes(ports, guard));
  app.route("/", emergencyRoutes(ports, guard));
  app.route("/", coverageRoutes(ports, guard));
  app.route("/", drillRoutes(ports, guard));
  app.route("/", feedTrialRoutes(ports, guard));
  app.route("/", sessionHomeRoutes(ports, guard));
  app.route("/", adminRoutes(ports, guard));
  return app;
}
