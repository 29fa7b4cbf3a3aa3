import { PASSKEYS, SESSIONS } from "../../functions/account/session-routes.ts";
import { SIGN_IN } from "../../functions/account/sign-in-routes.ts";
import { USER_ROUTES } from "../../functions/account/user-routes.ts";
import { COMPANION } from "../../functions/companion/app.ts";
import { ALERTS, RULES } from "../../functions/v1/alert-routes.ts";
import { NOTIFICATIONS, PUSH_TOKENS } from "../../functions/v1/contact-routes.ts";
import { DELIVERIES } from "../../functions/v1/delivery-routes.ts";
import { DEVICES, FEEDS, PULL_SETUP } from "../../functions/v1/device-routes.ts";
import { HOME_ROUTES } from "../../functions/v1/household-routes.ts";
import { KEYS } from "../../functions/v1/key-routes.ts";
import { READINGS } from "../../functions/v1/reading-routes.ts";
import { READINGS_POST } from "../../schema/openapi/ingest-payloads.ts";
import type { RouteDescription, RouteGroup } from "../../schema/openapi/route.ts";
import { CRON_ROUTES } from "../../schema/openapi/routes/cron.ts";
import { INBOUND_ROUTES, INGEST_ROUTES } from "../../schema/openapi/routes/ingest.ts";
import { PUBLIC_ROUTES } from "../../schema/openapi/routes/public.ts";
import { SHARE_ROUTES } from "../../schema/openapi/routes/share.ts";
import { described } from "./described.ts";

const { "readings.create": POST, ...READ } = READINGS;
/** The body is read as a device's own: no bundle needs its words twice. */
const READINGS_TABLE = {
  "readings.create": { ...POST, ...READINGS_POST, about: `${POST.about} ${READINGS_POST.about}` },
  ...READ,
};

const HOME = [DEVICES, PULL_SETUP, FEEDS, READINGS_TABLE, ALERTS, RULES, DELIVERIES];

const V1_ROUTES: RouteDescription[] = [
  ...HOME.flatMap((table) => described(table, { prefix: "/api/v1", audience: "home" })),
  ...[HOME_ROUTES, KEYS, PUSH_TOKENS, NOTIFICATIONS].flatMap((table) => described(table)),
  ...described(PULL_SETUP, { prefix: "/api/user", ids: "user." }),
];

/** Every route that there is, by the group of functions that answers it. */
export const ALL_ROUTES: readonly RouteGroup[] = [
  { name: "ingest", description: "Send readings from a device", routes: INGEST_ROUTES },
  {
    name: "v1",
    description: "Manage the home with an API key (Pro) or a browser's session",
    routes: V1_ROUTES,
  },
  { name: "share", description: "Read with a share link", routes: SHARE_ROUTES },
  { name: "inbound", description: "Automate with a token in the path", routes: INBOUND_ROUTES },
  {
    name: "account",
    description: "Sign in, and manage your sessions and passkeys",
    routes: [SIGN_IN, SESSIONS, PASSKEYS, USER_ROUTES].flatMap((table) => described(table)),
  },
  {
    name: "companion",
    description: "Use the companion app's session",
    routes: described(COMPANION, { audience: "companion" }),
  },
  { name: "public", description: "Call without signing in", routes: PUBLIC_ROUTES },
  { name: "cron", description: "Call with CRON_SECRET, as the clock or an operator", routes: CRON_ROUTES },
];
