import type { Context } from "hono";
import { getCookie } from "hono/cookie";
import type { Child } from "hono/jsx";
import { PEOPLE_LIMITS } from "../../lib/people/limits.ts";
import { proveSession } from "../../lib/people/sessions.actions.ts";
import {
  requestSignIn,
  type SignedIn,
  showSignInLink,
  signInWithCode,
  signInWithLink,
} from "../../lib/people/sign-in.actions.ts";
import { RATE_LIMITS } from "../../schema/limits.ts";
import { SignInRequest } from "../../schema/wire/account/sign-in.ts";
import { clientIp } from "../_http/caller.ts";
import {
  challengeOf,
  setChallengeCookie,
  setSessionCookie,
  setStrictCookie,
  signerOf,
} from "../_http/cookies.ts";
import { tokenOf } from "../_http/rate-limit.ts";
import { Field, Form } from "./components/fields.tsx";
import { Go, Note, Press } from "./components/list.tsx";
import type { SentForm } from "./form.ts";
import { useTeller } from "./format/teller.tsx";
import { readerOf } from "./reader.ts";
import { type PageEnv, provePath, requirePageSession, safeNext } from "./session.ts";
import { PasskeyForm } from "./sessions.tsx";
import { countCallers, ownPagesAlone, type Site } from "./site.ts";

const ASKED_COOKIE = "__Host-sign-in-for";

type Asked = { email: string; next: string };

/** Returns the email address that this browser has requested a code for, or null. */
function askedOf(c: Context): Asked | null {
  const fields = new URLSearchParams(getCookie(c, ASKED_COOKIE) ?? "");
  const email = fields.get("email");
  return email === null ? null : { email, next: safeNext(fields.get("next") ?? "") };
}

/** `/sign-in` and `/prove`: signing in by an emailed code or link, without a password; and confirming an identity. */
export function signInPages(site: Site): void {
  const { services, open, link } = site;
  const ownPages = ownPagesAlone(services);
  const counted = countCallers(services, RATE_LIMITS.signInTries);
  const signer = (c: Context) => signerOf(c, services.edge, readerOf(c).language);
  const { page, form } = open(ownPages);
  page("/sign-in", null, {
    title: ({ signIn }) => signIn.title,
    load: (c) => safeNext(c.req.query("next")),
    view: (next, { c, words: { signIn } }) => [
      c.req.query("kept") === "yes" ? <Note kind="problem">{signIn.kept}</Note> : null,
      <Form action="/sign-in" labels={signIn} class="panel" submit={signIn.send}>
        <p>{signIn.lead}</p>
        <input type="hidden" name="next" value={next} />
        <Field name="email" type="email" required autocomplete="email webauthn" />
      </Form>,
      <PasskeyForm ceremony="sign-in" baseUrl={services.baseUrl} next={next} />,
    ],
  });
  form("/sign-in", null, {
    page: (_, { text }) => `/sign-in?next=${encodeURIComponent(safeNext(text("next")))}`,
    shape: SignInRequest,
    run: (c, { email }) => {
      const [ip, { language }] = [clientIp(c, services.edge), readerOf(c)];
      return requestSignIn(services, { email, ip, language });
    },
    done: ({ challenge }, { c, form: { text }, wish: { email } }) => {
      setChallengeCookie(c, challenge);
      // A redirect with a cookie: reloading the code's page sends no second mail, and no URL has the email address.
      const asked = new URLSearchParams({ email, next: safeNext(text("next")) });
      setStrictCookie(c, ASKED_COOKIE, asked.toString(), PEOPLE_LIMITS.signInMinutes);
      return c.redirect("/sign-in/code", 303);
    },
  });
  // Without the cookie, the person has to enter their email address again.
  page("/sign-in/code", null, {
    load: (c) => askedOf(c) ?? c.redirect("/sign-in", 303),
    title: ({ signIn }) => signIn.codeTitle,
    view: ({ email, next }, { words: { signIn } }) => [
      <CodeForm
        action="/sign-in/code"
        text={signIn.sent(email, PEOPLE_LIMITS.signInMinutes)}
        submit={signIn.title}
      />,
      <div class="row">
        <Press action="/sign-in" send={{ email, next }} text={signIn.again} />
        <Go href={`/sign-in?next=${encodeURIComponent(next)}`}>{signIn.other}</Go>
      </div>,
    ],
  });
  open(ownPages, counted).form("/sign-in/code", null, {
    run: (c, _, form) =>
      signInWithCode(services, {
        email: (askedOf(c)?.email ?? form.text("email")).toLowerCase(),
        ...codeIn(c, form),
        ...signer(c),
      }),
    done: (signedIn, { c, form: { text } }) => enter(c, signedIn, askedOf(c)?.next ?? safeNext(text("next"))),
  });
  const byLink = link(ownPages, counted);
  // A GET changes nothing: mail scanners follow every link.
  byLink.page("/sign-in/link/:token", null, {
    load: (c) => showSignInLink(services, tokenOf(c)),
    title: ({ signIn }) => signIn.linkTitle,
    view: ({ email, home }, { c, words: { signIn } }) => (
      <Form action={c.req.path} class="panel" submit={signIn.title}>
        <p>{home === null ? signIn.linkOpensNew(email) : signIn.linkOpensHome(email, home)}</p>
        <p class="hint">{signIn.linkNotYou}</p>
      </Form>
    ),
  });
  byLink.form("/sign-in/link/:token", null, {
    page: null,
    run: (c) => signInWithLink(services, { token: tokenOf(c), ...signer(c) }),
    done: (signedIn, { c }) => enter(c, signedIn, "/home"),
  });
  // `/prove`: confirms the person's identity by a new code, before actions that can't be undone.
  site.page("/prove", null, {
    title: ({ prove }) => prove.title,
    view: (_, { c, words: { prove, signIn } }) => {
      const { email } = c.var.member;
      const [next, isSent] = [safeNext(c.req.query("next")), c.req.query("sent") !== undefined];
      if (isSent)
        return [
          <CodeForm action="/prove/code" text={prove.sent(email, PEOPLE_LIMITS.signInMinutes)}>
            <input type="hidden" name="next" value={next} />
          </CodeForm>,
          <Press action="/prove" send={{ next }} text={prove.again} />,
        ];
      return (
        <Form action="/prove" class="panel" submit={signIn.send}>
          <p>{prove.lead(email, PEOPLE_LIMITS.freshProofMinutes)}</p>
          <input type="hidden" name="next" value={next} />
        </Form>
      );
    },
  });
  site.form("/prove", null, {
    page: pageOf,
    run: (c) => {
      const { email, language } = c.var.member;
      return requestSignIn(services, { email, ip: clientIp(c, services.edge), language });
    },
    done: ({ challenge }, { c, form: sent }) => {
      setChallengeCookie(c, challenge);
      return c.redirect(`${pageOf(c, sent)}&sent=1`, 303);
    },
  });
  open(requirePageSession(services, null), counted).form("/prove/code", null, {
    page: (c, sent) => `${pageOf(c, sent)}&sent=1`,
    run: (c, _, form) =>
      proveSession(services, c.var.member, { ...codeIn(c, form), ip: clientIp(c, services.edge) }),
    done: ({ token }, { c }) => {
      setSessionCookie(c, token);
      return "proved";
    },
    to: (_, { text }) => safeNext(text("next")),
  });
}

/** Returns the typed code, and the challenge in the cookie of the browser that requested the code. */
const codeIn = (c: Context, { text }: SentForm) => ({
  code: text("code").replace(/\s/g, ""),
  challenge: challengeOf(c),
});

function enter(c: Context, { token }: SignedIn, next: string): Response {
  setSessionCookie(c, token);
  return c.redirect(next, 303);
}

type CodeProps = { action: string; text: string; submit?: string; children?: Child };

/** The form for a code that was sent. */
export function CodeForm({ action, text, submit, children }: CodeProps) {
  const { signIn, prove } = useTeller().words;
  return (
    <Form action={action} labels={signIn} class="panel" submit={submit ?? prove.enter}>
      <p>{text}</p>
      {children}
      <Field name="code" inputmode="numeric" autocomplete="one-time-code" required />
    </Form>
  );
}

const pageOf = (_: Context<PageEnv>, { text }: SentForm): string => provePath(safeNext(text("next")));
