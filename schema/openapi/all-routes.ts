import type { RouteDescription, RouteGroup } from "./route.ts";
import { ADMIN_ROUTES } from "./routes/admin.ts";
import { COMPANION_ROUTES } from "./routes/companion.ts";
import { CONTACT_ROUTES, HOME_CONTACT_ROUTES, NOTIFICATION_ROUTES, PUSH_ROUTES } from "./routes/contacts.ts";
import { CRON_ROUTES } from "./routes/cron.ts";
import { homeRoutes } from "./routes/home.ts";
import { HOUSEHOLD_ROUTES, USER_OWN_ROUTES } from "./routes/household.ts";
import { INBOUND_ROUTES, INGEST_ROUTES } from "./routes/ingest.ts";
import { KEY_ROUTES, SESSION_DEVICE_ROUTES } from "./routes/keys.ts";
import { PUBLIC_ROUTES } from "./routes/public.ts";
import { SHARE_ROUTES } from "./routes/share.ts";
import { SIGN_IN_ROUTES } from "./routes/sign-in.ts";

const V1_ROUTES: RouteDescription[] = [
  ...homeRoutes({ prefix: "/api/v1", audience: "home" }),
  ...HOUSEHOLD_ROUTES,
  ...KEY_ROUTES,
  ...SESSION_DEVICE_ROUTES,
  ...PUSH_ROUTES,
  ...NOTIFICATION_ROUTES,
  ...CONTACT_ROUTES,
  ...HOME_CONTACT_ROUTES,
  ...ADMIN_ROUTES,
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
    routes: [...SIGN_IN_ROUTES, ...USER_OWN_ROUTES],
  },
  { name: "companion", description: "Use the companion app's session", routes: COMPANION_ROUTES },
  { name: "public", description: "Call without signing in", routes: PUBLIC_ROUTES },
  { name: "cron", description: "Call with CRON_SECRET, as the clock or an operator", routes: CRON_ROUTES },
];
