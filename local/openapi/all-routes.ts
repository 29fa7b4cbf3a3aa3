import type { Route } from "../../functions/_http/mounted-routes.ts";
import { ACCOUNT } from "../../functions/account/app.ts";
import { COMPANION } from "../../functions/companion/app.ts";
import { CRON } from "../../functions/cron/app.ts";
import { INBOUND } from "../../functions/inbound/app.ts";
import { INGEST } from "../../functions/ingest/app.ts";
import { PUBLIC } from "../../functions/public/app.ts";
import { SHARE } from "../../functions/share/app.ts";
import { HOME, PEOPLE } from "../../functions/v1/app.ts";
import { PULL_SETUP } from "../../functions/v1/device-routes.ts";
import type { RouteGroup } from "../../schema/openapi/document.ts";
import type { Audience, Operation } from "../../schema/openapi/route.ts";

type Table = Readonly<Record<string, Route>>;

/** Returns an audience's routes as the document needs them, from the tables that mount them. */
const described = (audience: Audience, tables: readonly Table[], prefix = "", ids = ""): Operation[] =>
  tables
    .flatMap((table) => Object.entries(table))
    .map(([id, { on, ...route }]) => {
      const [method = "", path = ""] = on.split(" ");
      return {
        audience,
        ...route,
        id: ids + id,
        method: method.toLowerCase() as Operation["method"],
        path: prefix + path.replace(/:(\w+)/g, "{$1}"),
      };
    });

const group = (name: string, description: string, ...routes: Operation[][]): RouteGroup => ({
  name,
  description,
  routes: routes.flat(),
});

/** Every route, by the group of functions that answers it. */
export const ALL_ROUTES: readonly RouteGroup[] = [
  group("ingest", "Send readings from a device", described("deviceKeyPath", [INGEST])),
  group(
    "v1",
    "Manage the home with an API key (Pro) or a browser's session",
    described("home", HOME, "/api/v1"),
    described("session", PEOPLE),
    described("session", [PULL_SETUP], "/api/user", "user."),
  ),
  group("share", "Read with a share link", described("pathToken", [SHARE])),
  group("inbound", "Automate with a token in the path", described("pathToken", [INBOUND])),
  group("account", "Sign in, and manage your sessions and passkeys", described("session", ACCOUNT)),
  group("companion", "Use the companion app's session", described("companion", [COMPANION])),
  group("public", "Call without signing in", described("anyone", [PUBLIC])),
  group("cron", "Call with CRON_SECRET, as the clock or an operator", described("cronSecret", [CRON])),
];
