import type { Context, Hono, MiddlewareHandler } from "hono";
import { createMiddleware } from "hono/factory";
import type { HomeDevice } from "../../lib/devices/home-device.ts";
import { openPhoto } from "../../lib/emergency/card.actions.ts";
import { done, type Outcome, refuse } from "../../lib/kernel/outcome.ts";
import type { LimitPolicy } from "../../lib/kernel/ports.ts";
import type { CoreServices, Services } from "../../lib/kernel/services.actions.ts";
import { findHomePage } from "../../lib/sharing/home-page/home-page.queries.ts";
import type { PageHome } from "../../lib/sharing/home-page/page-home.ts";
import type { MadeBackup } from "../../lib/status/judge-status.ts";
import { imageReply } from "../_http/body.ts";
import { callerOf, limitProblem } from "../_http/rate-limit.ts";
import { isCrossSite } from "../_http/require-session.ts";
import type { Said, Shape } from "../_http/validate.ts";
import { type FormSpec, formAction, type Page } from "./form-action.ts";
import { type PageSpec, showPage } from "./page.tsx";
import { tokenInPath } from "./page-headers.ts";
import { problemPage } from "./problem-page.tsx";
import { type PageEnv, type Right, requirePageSession } from "./session.ts";

export type PageServices = Services & {
  /** Undefined if no backups are scheduled. */
  lastBackup?: (() => MadeBackup | null) | undefined;
};

type Answer = (c: Context<PageEnv>) => Response | Promise<Response>;

type Act<Given extends unknown[], Value> = (
  services: PageServices,
  acting: PageEnv["Variables"],
  ...given: Given
) => Outcome<Value> | Promise<Outcome<Value>>;

export type Site = ReturnType<typeof siteOn>;

/** Returns the functions that add pages and forms to the routes. */
export function siteOn(routes: Hono<PageEnv>, services: PageServices) {
  /** Returns functions that add routes behind guards. `right`: what the signed-in member must be allowed to do. */
  const behind = (guardsOf: (right: Right) => readonly MiddlewareHandler[]) => {
    const on = (method: "GET" | "POST") => (path: string, right: Right, answer: Answer) =>
      void routes.on(method, [path], ...guardsOf(right), answer);
    const [get, post] = [on("GET"), on("POST")];
    /** Returns functions that add forms. Refusals and successes lead to `page`; default: the form's own path. */
    const formsOf = (page?: Page) => {
      const form = <Schema extends Shape, Value>(path: string, right: Right, spec: FormSpec<Schema, Value>) =>
        post(path, right, formAction(services, { ...(page && { page }), ...spec }));
      /** Adds a form that calls one action with the path's id and the form's input. `shape`: null for a mere button. */
      const act = <Path extends string, Schema extends Shape | null, Value>(
        path: Path,
        right: Right,
        shape: Schema,
        act: Act<Given<Path, Schema>, Value>,
        done: FormSpec<NonNullable<Schema>, Value>["done"],
        more: Partial<FormSpec<NonNullable<Schema>, Value>> = {},
      ) => {
        const given = (c: Context, wish: unknown) =>
          [c.req.param("id"), wish].filter((each) => each !== undefined) as Given<Path, Schema>;
        const run: FormSpec<NonNullable<Schema>, Value>["run"] = (c, wish) =>
          act(services, c.var, ...given(c, wish));
        return form(path, right, { ...more, ...(shape && { shape }), run, done });
      };
      return { form, act };
    };
    return {
      get,
      post,
      /** Adds a page. Returns functions that add its forms. */
      page: <Loaded, Tried>(path: string, right: Right, spec: PageSpec<Loaded, Tried>) => {
        get(path, right, (c) => showPage(c, services.clock(), spec));
        return formsOf(filled(path));
      },
      ...formsOf(),
      /** Adds the route for the photos of a home's emergency card. `opened` returns the home. */
      photos: (path: string, right: Right, opened: (c: Context<PageEnv>) => MaybeHome | Promise<MaybeHome>) =>
        get(`${path}/photos/:id`, right, async (c) => {
          const home = await opened(c);
          const photo = home.ok ? await openPhoto(services, home.value.householdId, idIn(c)) : home;
          return photo.ok ? imageReply(c, photo.value) : problemPage(c, photo.problem);
        }),
    };
  };
  return {
    services,
    ...behind((right) => [requirePageSession(services, right)]),
    /** For routes that need no session. */
    open: (...guards: MiddlewareHandler[]) => behind(() => guards),
    /** For routes with a token in the path. It also protects the forms: other sites don't know it. */
    link: (...guards: MiddlewareHandler[]) => behind(() => [tokenInPath, ...guards]),
  };
}

/** An action's arguments: the id, if the path has one, then the form's input, if it has a schema. */
type Given<Path extends string, Schema> = [
  ...(Path extends `${string}:id${string}` ? [id: string] : []),
  ...(Schema extends Shape ? [wish: Said<Schema>] : []),
];

type MaybeHome = Outcome<{ householdId: string }>;

export const idIn = (c: Context): string => c.req.param("id") ?? "";

/** Replaces a path's parameters with those of the request, encoded as a header takes them. */
const filled = (path: string) => (c: Context) =>
  path.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(c.req.param(name) ?? ""));

export async function homeOf(c: Context<PageEnv>, { db }: CoreServices): Promise<Outcome<PageHome>> {
  const home = await findHomePage(db, c.var.householdId);
  return home === null ? refuse("not_found") : done(home);
}

export async function deviceOf(c: Context<PageEnv>, services: CoreServices): Promise<Outcome<HomeDevice>> {
  const home = await homeOf(c, services);
  if (!home.ok) return home;
  const device = home.value.devices.find(({ id }) => id === c.req.param("id"));
  return device === undefined ? refuse("not_found") : done(device);
}

/** Limits requests by IP address on routes without a session. Guesses of a token or code count like visits. */
export const countCallers = (services: PageServices, policy: LimitPolicy) =>
  createMiddleware(async (c, next) => {
    const problem = await limitProblem(c, services.limiter, policy, callerOf(c, services.edge));
    return problem === null ? await next() : problemPage(c, problem);
  });

/** Refuses forms from other sites, for routes without a session. */
export const ownPagesAlone = ({ baseUrl }: Pick<PageServices, "baseUrl">) =>
  createMiddleware(async (c, next) =>
    isCrossSite(c, baseUrl) ? problemPage(c, { name: "cross_site" }) : await next(),
  );
