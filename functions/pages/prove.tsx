import type { Context, MiddlewareHandler } from "hono";
import { createMiddleware } from "hono/factory";
import { Hono } from "hono/tiny";
import type { Problem } from "../../lib/kernel/outcome.ts";
import type { Services } from "../../lib/kernel/services.actions.ts";
import { PEOPLE_LIMITS } from "../../lib/people/limits.ts";
import type { Limited } from "../../lib/people/network.ts";
import { listPasskeys } from "../../lib/people/passkeys/passkeys.queries.ts";
import { type ProvePorts, proveSession } from "../../lib/people/sessions.actions.ts";
import { type RequestSignInPorts, requestSignIn } from "../../lib/people/sign-in.actions.ts";
import { LIMITS } from "../../schema/limits.ts";
import { clientIp, type Edge } from "../_http/caller.ts";
import { challengeOf, setChallengeCookie, setSessionCookie } from "../_http/cookies.ts";
import { wakeInBackground } from "../_http/in-background.ts";
import { callerProblem } from "../_http/rate-limit.ts";
import { Field, Form } from "./components/fields.tsx";
import { OwnerFrame } from "./components/owner-frame.tsx";
import { PasskeyForm } from "./components/passkey-form.tsx";
import { readForm } from "./form.ts";
import { formRefused } from "./form-note.ts";
import { doneAt, ownerPage } from "./owner-page.tsx";
import { problemPage } from "./problem-page.tsx";
import { type PageEnv, provePath, safeNext } from "./session.ts";

const TRIES_POLICY = { name: "sign-in-tries", limit: LIMITS.signInTriesPerMinute, windowSeconds: 60 };

/**
 * One count a caller's address, whichever page a link or a code is tried on; a page says when there were too
 * many.
 */
export const countTries = (ports: Pick<Services, "limiter"> & { edge: Edge }) =>
  createMiddleware(async (c, next) => {
    const problem = await callerProblem(c, ports, TRIES_POLICY);
    return problem === null ? await next() : problemPage(c, problem);
  });

/** The problem of a refusal; where the store counted a limit, the answer says when to come back. */
export function withRetry(c: Context, refused: Extract<Limited<unknown>, { ok: false }>): Problem {
  if ("retryAfterSeconds" in refused) c.header("Retry-After", String(refused.retryAfterSeconds));
  return refused.problem;
}

/** A code is said to be wrong at its field; the same refusal of a link has a page of its own. */
export const atCode = (problem: Problem): Problem =>
  problem.name === "bad_sign_in" ? { ...problem, field: "code" } : problem;

export type ProvePagePorts = ProvePorts &
  RequestSignInPorts &
  Pick<Services, "limiter" | "report" | "wake"> & { edge: Edge };

type Shown = { next: string; isSent: boolean; hasPasskey: boolean };

/** `/prove`: a fresh code to one's own address, before what cannot be undone. */
export function provePages(ports: ProvePagePorts, guard: MiddlewareHandler<PageEnv>) {
  const routes = new Hono<PageEnv>();
  routes.get("/prove", guard, async (c) => {
    const [next, isSent] = [safeNext(c.req.query("next")), c.req.query("sent") !== undefined];
    const own = await listPasskeys(ports.db, c.var.member.userId);
    return provePage(c, ports, { next, isSent, hasPasskey: own.length > 0 });
  });
  routes.post("/prove", guard, (c) => sendCode(c, ports));
  routes.post("/prove/code", guard, countTries(ports), (c) => tryCode(c, ports));
  return routes;
}

async function sendCode(c: Context<PageEnv>, ports: ProvePagePorts): Promise<Response> {
  const form = await readForm(c);
  if (!form.ok) return problemPage(c, form.problem);
  const next = safeNext(form.value.text("next"));
  const { email, language } = c.var.member;
  const asked = await requestSignIn(ports, { email, ip: clientIp(c, ports.edge), language });
  if (!asked.ok) return formRefused(c, provePath(next), withRetry(c, asked));
  setChallengeCookie(c, asked.value.challenge);
  wakeInBackground(c, ports);
  return c.redirect(`${provePath(next)}&sent=1`, 303);
}

async function tryCode(c: Context<PageEnv>, ports: ProvePagePorts): Promise<Response> {
  const form = await readForm(c);
  if (!form.ok) return problemPage(c, form.problem);
  const next = safeNext(form.value.text("next"));
  const code = form.value.text("code").replace(/\s/g, "");
  const given = { code, challenge: challengeOf(c), ip: clientIp(c, ports.edge) };
  const proved = await proveSession(ports, c.var.member, given);
  if (proved.ok) {
    setSessionCookie(c, proved.value.token);
    return doneAt(c, next, "proved");
  }
  return formRefused(c, `${provePath(next)}&sent=1`, atCode(withRetry(c, proved)), form.value);
}

function provePage(
  c: Context<PageEnv>,
  { clock, baseUrl }: Pick<ProvePagePorts, "clock" | "baseUrl">,
  { next, isSent, hasPasskey }: Shown,
): Response | Promise<Response> {
  const { frame, words } = ownerPage(c, clock(), "settings");
  const { prove, signIn, passkeys } = words;
  const { email } = c.var.member;
  return c.html(
    <OwnerFrame {...frame} title={prove.title}>
      {hasPasskey ? (
        <PasskeyForm
          ceremony="prove"
          baseUrl={baseUrl}
          next={`${next}${next.includes("?") ? "&" : "?"}done=proved`}
          text={passkeys.prove}
          words={words}
        />
      ) : null}
      {isSent ? (
        <Form action="/prove/code" class="panel narrow">
          <p>{prove.sent(email, PEOPLE_LIMITS.signInMinutes)}</p>
          <input type="hidden" name="next" value={next} />
          <Field
            label={signIn.code}
            name="code"
            inputmode="numeric"
            required
            autocomplete="one-time-code"
            hint={signIn.codeHint}
          />
          <button type="submit">{prove.enter}</button>
        </Form>
      ) : null}
      <form method="post" action="/prove" class="panel narrow">
        {isSent ? null : <p>{prove.lead(email, PEOPLE_LIMITS.freshProofMinutes)}</p>}
        <input type="hidden" name="next" value={next} />
        <button type="submit" class={isSent ? "second" : undefined}>
          {isSent ? prove.again : signIn.send}
        </button>
      </form>
    </OwnerFrame>,
  );
}
