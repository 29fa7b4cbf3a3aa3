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
  /** Absent where no backup is scheduled. */
  lastBackup?: (() => MadeBackup | null) | undefined;
};

type Answer = (c: Context<PageEnv>) => Response | Promise<Response>;

type Act<Given extends unknown[], Value> = (
  services: PageServices,
  acting: PageEnv["Variables"],
  ...given: Given
) => Outcome<Value> | Promise<Outcome<Value>>;

export type Site = ReturnType<typeof siteOn>;

/** Where pages and forms are put, and what they are made from. */
export function siteOn(routes: Hono<PageEnv>, services: PageServices) {
  /** Pages and forms behind guards; `right` says what whoever is signed in must be allowed to. */
  const behind = (guardsOf: (right: Right) => readonly MiddlewareHandler[]) => {
    const on = (method: "GET" | "POST") => (path: string, right: Right, answer: Answer) =>
      void routes.on(method, [path], ...guardsOf(right), answer);
    const [get, post] = [on("GET"), on("POST")];
    /** Forms that are refused on the page that they stand on, and go on there: their own path where left out. */
    const formsOf = (page?: Page) => {
      const form = <Schema extends Shape, Value>(path: string, right: Right, spec: FormSpec<Schema, Value>) =>
        post(path, right, formAction(services, { ...(page && { page }), ...spec }));
      /** A form that is one act, of what its path names and of what it says; `shape`: null of a button, which says nothing. */
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
      /** Gives what puts forms on the page. */
      page: <Loaded, Tried>(path: string, right: Right, spec: PageSpec<Loaded, Tried>) => {
        get(path, right, (c) => showPage(c, services.clock(), spec));
        return formsOf(filled(path));
      },
      ...formsOf(),
      /** The photos of the emergency card of the home that an address opens. */
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
    /** What needs nobody signed in. */
    open: (...guards: MiddlewareHandler[]) => behind(() => guards),
    /** What the token in its address opens: it alone allows the forms, and no other site knows it. */
    link: (...guards: MiddlewareHandler[]) => behind(() => [tokenInPath, ...guards]),
  };
}

/** What a path with an `:id` names, then what its form says. */
type Given<Path extends string, Schema> = [
  ...(Path extends `${string}:id${string}` ? [id: string] : []),
  ...(Schema extends Shape ? [wish: Said<Schema>] : []),
];

type MaybeHome = Outcome<{ householdId: string }>;

export const idIn = (c: Context): string => c.req.param("id") ?? "";

/** A path with what its request has in the place of its parameters. */
const filled = (path: string) => (c: Context) =>
  path.replace(/:(\w+)/g, (_, name: string) => c.req.param(name) ?? "");

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

/** Counts those who come by an address or a code alone, by their own address: a guess costs as much as a visit. */
export const countCallers = (services: PageServices, policy: LimitPolicy) =>
  createMiddleware(async (c, next) => {
    const problem = await limitProblem(c, services.limiter, policy, callerOf(c, services.edge));
    return problem === null ? await next() : problemPage(c, problem);
  });

/** For the forms of an open site: they are sent from our own pages. */
export const ownPagesAlone = ({ baseUrl }: Pick<PageServices, "baseUrl">) =>
  createMiddleware(async (c, next) =>
    isCrossSite(c, baseUrl) ? problemPage(c, { name: "cross_site" }) : await next(),
  );
