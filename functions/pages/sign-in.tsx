import { type Context, Hono } from "hono";
import { createMiddleware } from "hono/factory";
import type { Problem } from "../../lib/domain/outcome.ts";
import { isWellFormedSecret } from "../../lib/domain/secret.ts";
import type { SignedIn } from "../../lib/flows/account/complete-sign-in.ts";
import { type RequestSignInPorts, requestSignIn } from "../../lib/flows/account/request-sign-in.ts";
import { signInWithCode } from "../../lib/flows/account/sign-in-with-code.ts";
import { signInWithLink } from "../../lib/flows/account/sign-in-with-link.ts";
import type { Limiter, Report, Wake } from "../../lib/ports.ts";
import { LIMITS } from "../../schema/limits.ts";
import { PROBLEMS } from "../../schema/problems.ts";
import { SECRET_TYPES } from "../../schema/vocabulary.ts";
import { SignInRequest } from "../../schema/wire/account/sign-in.ts";
import { challengeOf, setChallengeCookie } from "../_http/challenge-cookie.ts";
import { clientIp, type Edge } from "../_http/client-ip.ts";
import { isCrossSite } from "../_http/csrf.ts";
import { sessionToken, setSessionCookie } from "../_http/session-cookie.ts";
import { validate } from "../_http/validate.ts";
import { wakeInBackground } from "../_http/wake-after-writes.ts";
import { Field } from "./components/fields.tsx";
import { OwnerFrame } from "./components/owner-frame.tsx";
import { countTries, withRetry } from "./count-tries.ts";
import { readForm } from "./form.ts";
import { tokenInPath } from "./page-headers.ts";
import { problemPage } from "./problem-page.tsx";
import { readerOf } from "./reader.ts";
import { safeNext } from "./session.ts";
import { WORDS } from "./words/words.ts";

export type SignInPagePorts = RequestSignInPorts & {
  limiter: Limiter;
  report: Report;
  wake: Wake;
  edge: Edge;
};

/** An address, then a code or the mail's link: no password. */
export function signInPages(ports: SignInPagePorts) {
  const routes = new Hono();
  const ownPages = createMiddleware(async (c, next) =>
    isCrossSite(c, ports.baseUrl) ? problemPage(c, { name: "cross_site" }) : await next(),
  );
  const counted = countTries(ports);
  routes.get("/sign-in", (c) => addressPage(c, { next: safeNext(c.req.query("next")) }));
  routes.post("/sign-in", ownPages, (c) => askForCode(c, ports));
  routes.post("/sign-in/code", ownPages, counted, (c) => tryCode(c, ports));
  // A GET changes nothing: mail scanners open links before people do.
  routes.get("/sign-in/link/:token", tokenInPath, (c) => linkPage(c, c.req.param("token")));
  routes.post("/sign-in/link/:token", tokenInPath, ownPages, counted, async (c) => {
    const outcome = await signInWithLink(ports, { token: c.req.param("token"), ...callerOf(c, ports.edge) });
    return outcome.ok ? enter(c, outcome.value, "/home") : problemPage(c, outcome.problem);
  });
  return routes;
}

type Shown = { email?: string; next: string; problem?: Problem; waitSeconds?: number };

const sentenceOf = (problem: Problem | undefined): string | undefined =>
  problem === undefined ? undefined : `${problem.sentence ?? PROBLEMS[problem.name].error}.`;

function addressPage(c: Context, { email, next, problem }: Shown): Response | Promise<Response> {
  const { language, isLarge } = readerOf(c);
  const words = WORDS[language];
  const { signIn } = words;
  return c.html(
    <OwnerFrame
      title={signIn.title}
      language={language}
      words={words}
      isLarge={isLarge}
      now={new Date()}
      place={null}
      problem={sentenceOf(problem)}
    >
      <form method="post" action="/sign-in" class="panel narrow">
        <p>{signIn.lead}</p>
        <input type="hidden" name="next" value={next} />
        <Field label={signIn.email} name="email" type="email" value={email} required autocomplete="email" />
        <button type="submit">{signIn.send}</button>
      </form>
    </OwnerFrame>,
    problem === undefined ? 200 : PROBLEMS[problem.name].status,
  );
}

async function askForCode(c: Context, ports: SignInPagePorts): Promise<Response> {
  const form = await readForm(c);
  if (!form.ok) return problemPage(c, form.problem);
  const given = { email: form.value.text("email"), next: safeNext(form.value.text("next")) };
  const wish = validate(SignInRequest, { email: given.email });
  if (!wish.ok) return addressPage(c, { ...given, problem: wish.problem });
  const asked = await requestSignIn(ports, { email: wish.value.email, ip: clientIp(c, ports.edge) });
  if (!asked.ok) return addressPage(c, { ...given, problem: withRetry(c, asked) });
  setChallengeCookie(c, asked.value.challenge);
  wakeInBackground(c, ports);
  return codePage(c, { ...given, email: wish.value.email, waitSeconds: asked.value.waitSeconds });
}

function codePage(
  c: Context,
  { email = "", next, problem, waitSeconds = 0 }: Shown,
): Response | Promise<Response> {
  const { language, isLarge } = readerOf(c);
  const words = WORDS[language];
  const { signIn } = words;
  return c.html(
    <OwnerFrame
      title={signIn.codeTitle}
      language={language}
      words={words}
      isLarge={isLarge}
      now={new Date()}
      place={null}
      problem={sentenceOf(problem)}
    >
      <form method="post" action="/sign-in/code" class="panel narrow">
        <p>{signIn.sent(email, LIMITS.signInMinutes)}</p>
        {waitSeconds > 0 ? <p>{signIn.wait(waitSeconds)}</p> : null}
        <input type="hidden" name="email" value={email} />
        <input type="hidden" name="next" value={next} />
        <Field
          label={signIn.code}
          name="code"
          inputmode="numeric"
          autocomplete="one-time-code"
          required
          hint={signIn.codeHint}
        />
        <button type="submit">{signIn.enter}</button>
        <p>
          <a class="button second" href="/sign-in">
            {signIn.other}
          </a>
        </p>
      </form>
    </OwnerFrame>,
    problem === undefined ? 200 : PROBLEMS[problem.name].status,
  );
}

async function tryCode(c: Context, ports: SignInPagePorts): Promise<Response> {
  const form = await readForm(c);
  if (!form.ok) return problemPage(c, form.problem);
  const next = safeNext(form.value.text("next"));
  const email = form.value.text("email").toLowerCase();
  const code = form.value.text("code").replace(/\s/g, "");
  const given = { email, code, challenge: challengeOf(c), ...callerOf(c, ports.edge) };
  const outcome = await signInWithCode(ports, given);
  return outcome.ok
    ? enter(c, outcome.value, next)
    : codePage(c, { email, next, problem: withRetry(c, outcome) });
}

function linkPage(c: Context, token: string): Response | Promise<Response> {
  if (!isWellFormedSecret(SECRET_TYPES.signInLink, token)) return problemPage(c, { name: "bad_sign_in" });
  const { language, isLarge } = readerOf(c);
  const words = WORDS[language];
  return c.html(
    <OwnerFrame
      title={words.signIn.linkTitle}
      language={language}
      words={words}
      isLarge={isLarge}
      now={new Date()}
      place={null}
    >
      <form method="post" action={`/sign-in/link/${token}`} class="panel narrow">
        <p>{words.signIn.linkLead}</p>
        <button type="submit">{words.signIn.enter}</button>
      </form>
    </OwnerFrame>,
  );
}

const callerOf = (c: Context, edge: Edge) => ({
  oldToken: sessionToken(c),
  userAgent: c.req.header("User-Agent") ?? "",
  ip: clientIp(c, edge),
});

function enter(c: Context, { token }: SignedIn, next: string): Response {
  setSessionCookie(c, token);
  return c.redirect(next, 303);
}
