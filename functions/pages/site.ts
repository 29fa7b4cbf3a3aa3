import type { Context, Hono, MiddlewareHandler } from "hono";
import { createMiddleware } from "hono/factory";
import type { HomeDevice } from "../../lib/devices/home-device.ts";
import type { OpenedPhoto } from "../../lib/emergency/card.actions.ts";
import { done, type Outcome, refuse } from "../../lib/kernel/outcome.ts";
import type { LimitPolicy } from "../../lib/kernel/ports.ts";
import type { CoreServices, Services } from "../../lib/kernel/services.actions.ts";
import type { Words } from "../../lib/language/pages.ts";
import { isProved } from "../../lib/people/sign-in.ts";
import { findHomePage } from "../../lib/sharing/home-page/home-page.queries.ts";
import type { PageHome } from "../../lib/sharing/home-page/page-home.ts";
import type { MadeBackup } from "../../lib/status/judge-status.ts";
import { imageReply } from "../_http/body.ts";
import { callerOf, limitProblem } from "../_http/rate-limit.ts";
import { isCrossSite } from "../_http/require-session.ts";
import type { Said, Shape } from "../_http/validate.ts";
import { type Done, type FormSpec, formAction } from "./form-action.ts";
import { outcomeOf, type PageSpec, showPage, type Value } from "./page.tsx";
import { tokenInPath } from "./page-headers.ts";
import { problemPage } from "./problem-page.tsx";
import { type PageEnv, proveFirst, type Right, requirePageSession } from "./session.ts";

export type PageServices = Services & {
  /** Absent where no backup is scheduled. */
  lastBackup?: (() => MadeBackup | null) | undefined;
};

type Answer = Response | Promise<Response>;
type Show = (c: Context<PageEnv>) => Answer;

/** True where the reader must have proved just now that it is them. */
type Proof = { isProved?: boolean };

type Act<Given extends unknown[], Value> = (
  services: PageServices,
  acting: PageEnv["Variables"],
  ...given: Given
) => Outcome<Value> | Promise<Outcome<Value>>;

type ActDone<Value> = keyof Words["done"] | ((value: Value) => Done);

/** A form that is one act: of what its path names, and before that of what it says by its shape where it is no button. */
type PutAct = {
  <Value>(path: string, right: Right, act: Act<[id: string], Value>, done: ActDone<Value>): void;
  <Schema extends Shape, Value>(
    path: string,
    right: Right,
    act: Act<[wish: Said<Schema>, id: string], Value>,
    done: ActDone<Value>,
    shape: Schema,
  ): void;
};

export type Site = ReturnType<typeof siteOn>;

/** Where pages and forms are put, and what they are made from. `routes`: for pages that need nobody signed in. */
export function siteOn(routes: Hono<PageEnv>, services: PageServices) {
  const guard = (right: Right) => requirePageSession(services, right);
  const form = <Schema extends Shape, Value>(
    path: string,
    right: Right,
    { isProved: mustProve = false, ...spec }: FormSpec<Schema, Value> & Proof,
    ...more: MiddlewareHandler[]
  ): void => {
    const run: typeof spec.run = (c, ...given) =>
      mustProve && !isProved(c.var.member, services.clock()) ? refuse("prove_again") : spec.run(c, ...given);
    routes.post(path, guard(right), ...more, formAction(services, { ...spec, run }));
  };
  const actBy =
    (put: typeof form): PutAct =>
    <Value>(path: string, right: Right, act: Act<never, Value>, done: ActDone<Value>, shape?: Shape) => {
      const given = (c: Context, wish: unknown) =>
        (shape === undefined ? [idIn(c)] : [wish, idIn(c)]) as never;
      put(path, right, {
        ...(shape && { shape }),
        run: (c, wish: unknown) => act(services, c.var, ...given(c, wish)),
        done: typeof done === "function" ? (_, value) => done(value) : done,
      });
    };
  return {
    routes,
    services,
    get: (path: string, right: Right, show: Show) => void routes.get(path, guard(right), show),
    post: (path: string, right: Right, act: Show) => void routes.post(path, guard(right), act),
    /** Gives what puts forms on the page: there a refused one is shown, and after it its reader goes there. */
    page: <Loaded>(
      path: string,
      right: Right,
      { isProved: mustProve = false, ...spec }: PageSpec<Loaded> & Proof,
    ) => {
      routes.get(path, guard(right), (c) => {
        const now = services.clock();
        return mustProve && !isProved(c.var.member, now) ? proveFirst(c, c.req.path) : showPage(c, now, spec);
      });
      const formOn: typeof form = (at, needs, own, ...more) =>
        form(at, needs, { page: filled(path), ...own }, ...more);
      return { form: formOn, act: actBy(formOn) };
    },
    form,
    act: actBy(form),
  };
}

type Values<Parts> = { [Name in keyof Parts]: Value<Awaited<Parts[Name]>> };

/** What is asked of several at once, and what is made of it; the first refusal where one refuses. */
export async function together<Parts extends Record<string, unknown>, Made = Values<Parts>>(
  parts: Parts,
  make?: (found: Values<Parts>) => Made | Promise<Made>,
): Promise<Outcome<Value<Made>>> {
  const found: [name: string, value: unknown][] = [];
  const asked = Object.entries(parts).map(async ([name, part]) => [name, await part] as const);
  for (const [name, part] of await Promise.all(asked)) {
    const outcome = outcomeOf(part);
    if (!outcome.ok) return outcome;
    found.push([name, outcome.value]);
  }
  const values = Object.fromEntries(found) as Values<Parts>;
  return outcomeOf((make === undefined ? values : await make(values)) as Made);
}

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

/** Pages and forms that need nobody signed in. */
export function openSite(
  { routes, services }: Site,
  guard: MiddlewareHandler,
  ...guards: MiddlewareHandler[]
) {
  const get = (path: string, show: Show) => void routes.get(path, guard, ...guards, show);
  const form = <Schema extends Shape, Value>(
    path: string,
    spec: FormSpec<Schema, Value>,
    ...more: MiddlewareHandler[]
  ) => void routes.post(path, guard, ...guards, ...more, formAction(services, spec));
  const page = <Loaded>(path: string, spec: PageSpec<Loaded>) => {
    get(path, (c) => showPage(c, services.clock(), { place: null, ...spec }));
    const formOn: typeof form = (at, own, ...more) => form(at, { page: filled(path), ...own }, ...more);
    return { form: formOn };
  };
  return { get, page, form };
}

/** Pages that the token in their address opens: it alone allows their forms, and no other site knows it. */
export const linkSite = (site: Site, ...guards: MiddlewareHandler[]) =>
  openSite(site, tokenInPath, ...guards);

export const photoReply = (c: Context, opened: Outcome<OpenedPhoto>): Answer =>
  opened.ok ? imageReply(c, opened.value) : problemPage(c, opened.problem);

/** For the forms of `openSite`: they are sent from our own pages. */
export const ownPagesAlone = ({ baseUrl }: Pick<PageServices, "baseUrl">) =>
  createMiddleware(async (c, next) =>
    isCrossSite(c, baseUrl) ? problemPage(c, { name: "cross_site" }) : await next(),
  );
