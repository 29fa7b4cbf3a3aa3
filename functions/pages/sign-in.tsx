import type { Context } from "hono";
import { getCookie, setCookie } from "hono/cookie";
import { createMiddleware } from "hono/factory";
import type { Child } from "hono/jsx";
import { Hono } from "hono/tiny";
import type { Services } from "../../lib/kernel/services.actions.ts";
import type { Words } from "../../lib/language/en/pages.ts";
import { WORDS } from "../../lib/language/pages.ts";
import { PEOPLE_LIMITS } from "../../lib/people/limits.ts";
import {
  type RequestSignInPorts,
  requestSignIn,
  type SignedIn,
  showSignInLink,
  signInWithCode,
  signInWithLink,
} from "../../lib/people/sign-in.actions.ts";
import { SignInRequest } from "../../schema/wire/account/sign-in.ts";
import { clientCountry, clientIp, type Edge } from "../_http/caller.ts";
import { challengeOf, sessionToken, setChallengeCookie, setSessionCookie } from "../_http/cookies.ts";
import { wakeInBackground } from "../_http/in-background.ts";
import { isCrossSite } from "../_http/require-session.ts";
import { validate } from "../_http/validate.ts";
import { Field, Form } from "./components/fields.tsx";
import { OwnerFrame } from "./components/owner-frame.tsx";
import { PasskeyForm } from "./components/passkey-form.tsx";
import { readForm } from "./form.ts";
import { formRefused } from "./form-note.ts";
import { ownerPage } from "./owner-page.tsx";
import { tokenInPath } from "./page-headers.ts";
import { problemPage } from "./problem-page.tsx";
import { atCode, countTries, withRetry } from "./prove.tsx";
import { readerOf } from "./reader.ts";
import { safeNext } from "./session.ts";

const ASKED_COOKIE = "__Host-sign-in-for";
const MINUTE_SECONDS = 60;

/** Who asked for a code, where they want to go with it, and when another one may be asked for (epoch milliseconds). */
type Asked = { email: string; next: string; readyAt: number };

/** The page for the code can be reloaded: what it shows stands in no address and no second request asks for a mail. */
export const setAskedCookie = (c: Context, { email, next, readyAt }: Asked): void =>
  setCookie(c, ASKED_COOKIE, new URLSearchParams({ email, next, ready: String(readyAt) }).toString(), {
    path: "/",
    secure: true,
    httpOnly: true,
    sameSite: "Strict",
    maxAge: PEOPLE_LIMITS.signInMinutes * MINUTE_SECONDS,
  });

/** Null where this browser has asked for none. */
export function askedOf(c: Context): Asked | null {
  const fields = new URLSearchParams(getCookie(c, ASKED_COOKIE) ?? "");
  const email = fields.get("email");
  if (email === null) return null;
  return { email, next: fields.get("next") ?? "", readyAt: Number(fields.get("ready")) };
}

export type SignInPagePorts = RequestSignInPorts &
  Pick<Services, "limiter" | "planRules" | "report" | "wake"> & { edge: Edge };

/** An address, then a code or the mail's link: no password. */
export function signInPages(ports: SignInPagePorts) {
  const routes = new Hono();
  const ownPages = createMiddleware(async (c, next) =>
    isCrossSite(c, ports.baseUrl) ? problemPage(c, { name: "cross_site" }) : await next(),
  );
  const counted = countTries(ports);
  routes.get("/sign-in", (c) => addressPage(c, ports));
  routes.get("/sign-in/code", (c) => codePage(c, ports));
  routes.post("/sign-in", ownPages, (c) => askForCode(c, ports));
  routes.post("/sign-in/code", ownPages, counted, (c) => tryCode(c, ports));
  // A GET changes nothing: mail scanners open links before people do.
  routes.get("/sign-in/link/:token", tokenInPath, counted, (c) => linkPage(c, ports, c.req.param("token")));
  routes.post("/sign-in/link/:token", tokenInPath, ownPages, counted, async (c) => {
    const token = c.req.param("token");
    const outcome = await signInWithLink(ports, { token, ...callerOf(c, ports.edge) });
    return outcome.ok ? enter(c, outcome.value, "/home") : problemPage(c, outcome.problem);
  });
  return routes;
}

/** The page with a form that needs nobody signed in. */
function formPage(
  c: Context,
  ports: SignInPagePorts,
  title: "title" | "codeTitle" | "linkTitle",
  content: Child,
) {
  const { frame, words } = ownerPage(c, ports.clock(), null);
  return c.html(
    <OwnerFrame {...frame} title={words.signIn[title]}>
      {content}
    </OwnerFrame>,
  );
}

const wordsOf = (c: Context): Words => WORDS[readerOf(c).language];

function addressPage(c: Context, ports: SignInPagePorts): Response | Promise<Response> {
  const words = wordsOf(c);
  const { signIn } = words;
  const next = safeNext(c.req.query("next"));
  return formPage(
    c,
    ports,
    "title",
    <>
      <Form action="/sign-in" class="panel narrow">
        <p>{signIn.lead}</p>
        <input type="hidden" name="next" value={next} />
        <Field label={signIn.email} name="email" type="email" required autocomplete="email webauthn" />
        <button type="submit">{signIn.send}</button>
      </Form>
      <PasskeyForm
        ceremony="sign-in"
        baseUrl={ports.baseUrl}
        next={next}
        text={words.passkeys.signIn}
        kind="second"
        words={words}
      />
    </>,
  );
}

async function askForCode(c: Context, ports: SignInPagePorts): Promise<Response> {
  const form = await readForm(c);
  if (!form.ok) return problemPage(c, form.problem);
  const next = safeNext(form.value.text("next"));
  const page = `/sign-in?next=${encodeURIComponent(next)}`;
  const wish = validate(SignInRequest, { email: form.value.text("email") });
  if (!wish.ok) return formRefused(c, page, wish.problem, form.value);
  const asked = await requestSignIn(ports, {
    email: wish.value.email,
    ip: clientIp(c, ports.edge),
    language: readerOf(c).language,
  });
  if (!asked.ok) return formRefused(c, page, withRetry(c, asked), form.value);
  setChallengeCookie(c, asked.value.challenge);
  const readyAt = ports.clock().getTime() + asked.value.waitSeconds * 1_000;
  setAskedCookie(c, { email: wish.value.email, next, readyAt });
  wakeInBackground(c, ports);
  return c.redirect("/sign-in/code", 303);
}

/** A reload asks for no second mail, and the way back leads to the address. */
function codePage(c: Context, ports: SignInPagePorts): Response | Promise<Response> {
  const asked = askedOf(c);
  if (asked === null) return c.redirect("/sign-in", 303);
  const { signIn } = wordsOf(c);
  const next = safeNext(asked.next);
  const waitSeconds = Math.ceil((asked.readyAt - ports.clock().getTime()) / 1_000);
  return formPage(
    c,
    ports,
    "codeTitle",
    <>
      <Form action="/sign-in/code" class="panel narrow">
        <p>{signIn.sent(asked.email, PEOPLE_LIMITS.signInMinutes)}</p>
        {waitSeconds > 0 ? <p>{signIn.wait(waitSeconds)}</p> : null}
        <Field
          label={signIn.code}
          name="code"
          inputmode="numeric"
          autocomplete="one-time-code"
          required
          hint={signIn.codeHint}
        />
        <button type="submit">{signIn.enter}</button>
      </Form>
      <form method="post" action="/sign-in" class="row">
        <input type="hidden" name="email" value={asked.email} />
        <input type="hidden" name="next" value={next} />
        <button type="submit" class="second">
          {signIn.again}
        </button>
        <a class="button second" href={`/sign-in?next=${encodeURIComponent(next)}`}>
          {signIn.other}
        </a>
      </form>
    </>,
  );
}

async function tryCode(c: Context, ports: SignInPagePorts): Promise<Response> {
  const form = await readForm(c);
  if (!form.ok) return problemPage(c, form.problem);
  const asked = askedOf(c);
  const code = form.value.text("code").replace(/\s/g, "");
  const email = (asked?.email ?? form.value.text("email")).toLowerCase();
  const given = { email, code, challenge: challengeOf(c), ...callerOf(c, ports.edge) };
  const outcome = await signInWithCode(ports, given);
  if (!outcome.ok) return formRefused(c, "/sign-in/code", atCode(withRetry(c, outcome)), form.value);
  return enter(c, outcome.value, safeNext(asked?.next ?? form.value.text("next")));
}

async function linkPage(c: Context, ports: SignInPagePorts, token: string): Promise<Response> {
  const shown = await showSignInLink(ports, token);
  if (!shown.ok) return problemPage(c, shown.problem);
  const { email, home } = shown.value;
  const { signIn } = wordsOf(c);
  return formPage(
    c,
    ports,
    "linkTitle",
    <Form action={`/sign-in/link/${token}`} class="panel narrow">
      <p>{signIn.linkOpens(email, home)}</p>
      <p class="hint">{signIn.linkNotYou}</p>
      <button type="submit">{signIn.enter}</button>
    </Form>,
  );
}

const callerOf = (c: Context, edge: Edge) => ({
  oldToken: sessionToken(c),
  userAgent: c.req.header("User-Agent") ?? "",
  ip: clientIp(c, edge),
  country: clientCountry(c, edge),
  language: readerOf(c).language,
});

function enter(c: Context, { token }: SignedIn, next: string): Response {
  setSessionCookie(c, token);
  return c.redirect(next, 303);
}
