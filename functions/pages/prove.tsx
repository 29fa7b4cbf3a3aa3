import type { Context } from "hono";
import { PEOPLE_LIMITS } from "../../lib/people/limits.ts";
import { proveSession } from "../../lib/people/sessions.actions.ts";
import { requestSignIn } from "../../lib/people/sign-in.actions.ts";
import { RATE_LIMITS } from "../../schema/limits.ts";
import { clientIp } from "../_http/caller.ts";
import { challengeOf, setChallengeCookie, setSessionCookie } from "../_http/cookies.ts";
import { Field, Form } from "./components/fields.tsx";
import { useTeller } from "./components/teller-scope.ts";
import type { Form as SentForm } from "./form.ts";
import { type PageEnv, provePath, safeNext } from "./session.ts";
import { countCallers, type Site } from "./site.ts";

/** `/prove`: a fresh code to one's own address, before what cannot be undone. */
export function provePages({ services, page, form }: Site): void {
  page("/prove", null, {
    title: ({ prove }) => prove.title,
    view: (_, { c, words: { prove, signIn } }) => {
      const { email } = c.var.member;
      const [next, isSent] = [safeNext(c.req.query("next")), c.req.query("sent") !== undefined];
      return (
        <>
          {isSent ? (
            <Form action="/prove/code" class="panel" submit={prove.enter}>
              <p>{prove.sent(email, PEOPLE_LIMITS.signInMinutes)}</p>
              <input type="hidden" name="next" value={next} />
              <CodeField />
            </Form>
          ) : null}
          <Form
            action="/prove"
            class="panel"
            submit={isSent ? prove.again : signIn.send}
            kind={isSent ? "second" : "first"}
          >
            {isSent ? null : <p>{prove.lead(email, PEOPLE_LIMITS.freshProofMinutes)}</p>}
            <input type="hidden" name="next" value={next} />
          </Form>
        </>
      );
    },
  });
  form("/prove", null, {
    page: pageOf,
    run: (c) => {
      const { email, language } = c.var.member;
      return requestSignIn(services, { email, ip: clientIp(c, services.edge), language });
    },
    done: (c, { challenge }, sent) => {
      setChallengeCookie(c, challenge);
      return c.redirect(`${pageOf(c, sent)}&sent=1`, 303);
    },
  });
  form(
    "/prove/code",
    null,
    {
      page: (c, sent) => `${pageOf(c, sent)}&sent=1`,
      run: (c, _, { text }) =>
        proveSession(services, c.var.member, {
          code: text("code").replace(/\s/g, ""),
          challenge: challengeOf(c),
          ip: clientIp(c, services.edge),
        }),
      done: (c, { token }) => {
        setSessionCookie(c, token);
        return "proved";
      },
      to: (_, { text }) => safeNext(text("next")),
    },
    countCallers(services, RATE_LIMITS.signInTries),
  );
}

export function CodeField() {
  const { code, codeHint } = useTeller().words.signIn;
  return (
    <Field
      label={code}
      name="code"
      inputmode="numeric"
      autocomplete="one-time-code"
      required
      hint={codeHint}
    />
  );
}

const pageOf = (_: Context<PageEnv>, { text }: SentForm): string => provePath(safeNext(text("next")));
