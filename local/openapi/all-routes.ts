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

/** An audience's routes as the document has them, from the tables that mount them. */
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

/** Every route that there is, by the group of functions that answers it. */
export const ALL_ROUTES: readonly RouteGroup[] = [
  {
    name: "ingest",
    description: "Send readings from a device",
    routes: described("deviceKeyPath", [INGEST]),
  },
  {
    name: "v1",
    description: "Manage the home with an API key (Pro) or a browser's session",
    routes: [
      ...described("home", HOME, "/api/v1"),
      ...described("session", PEOPLE),
      ...described("session", [PULL_SETUP], "/api/user", "user."),
    ],
  },
  { name: "share", description: "Read with a share link", routes: described("pathToken", [SHARE]) },
  {
    name: "inbound",
    description: "Automate with a token in the path",
    routes: described("pathToken", [INBOUND]),
  },
  {
    name: "account",
    description: "Sign in, and manage your sessions and passkeys",
    routes: described("session", ACCOUNT),
  },
  {
    name: "companion",
    description: "Use the companion app's session",
    routes: described("companion", [COMPANION]),
  },
  { name: "public", description: "Call without signing in", routes: described("anyone", [PUBLIC]) },
  {
    name: "cron",
    description: "Call with CRON_SECRET, as the clock or an operator",
    routes: described("cronSecret", [CRON]),
  },
];
