import type { Context, MiddlewareHandler } from "hono";
import { Hono } from "hono/tiny";
import { relyingPartyOf } from "../../lib/people/passkeys/passkey.ts";
import {
  makeRecoveryCodes,
  type PasskeyPorts,
  removePasskey,
  renamePasskey,
  type ShownPasskeys,
  setPasskeyRequired,
  showPasskeys,
} from "../../lib/people/passkeys/passkeys.actions.ts";
import { isProved } from "../../lib/people/sign-in.ts";
import { LIMITS } from "../../schema/limits.ts";
import { PasskeyEdit } from "../../schema/wire/account/passkeys.ts";
import { type WakePorts, wakeInBackground } from "../_http/in-background.ts";
import { validate } from "../_http/validate.ts";
import { Field, Form, Press, Tick } from "./components/fields.tsx";
import { OwnerFrame } from "./components/owner-frame.tsx";
import { PasskeyForm } from "./components/passkey-form.tsx";
import { type Form as FormFields, readForm } from "./form.ts";
import { formRefused, shownOnce } from "./form-note.ts";
import type { Teller } from "./format/teller.ts";
import { doneAt, ownerPage } from "./owner-page.tsx";
import { problemPage } from "./problem-page.tsx";
import { proveFirst } from "./prove.tsx";
import type { PageEnv } from "./session.ts";

const PATH = "/passkeys";

export type PasskeyPagePorts = PasskeyPorts & WakePorts;

/** `/passkeys`: one's own passkeys, the passkey rule, and the recovery codes. */
export function passkeyPages(ports: PasskeyPagePorts, guard: MiddlewareHandler<PageEnv>) {
  const routes = new Hono<PageEnv>();
  /** The effect of a form, behind a confirmed identity; its person gets a mail. */
  const proved =
    (act: (c: Context<PageEnv>, form: FormFields) => Promise<Response>) =>
    async (c: Context<PageEnv>): Promise<Response> => {
      if (!isProved(c.var.member, ports.clock())) return proveFirst(c, PATH);
      const form = await readForm(c);
      if (!form.ok) return problemPage(c, form.problem);
      const answer = await act(c, form.value);
      wakeInBackground(c, ports);
      return answer;
    };
  routes.get(PATH, guard, async (c) => {
    const shown = await showPasskeys(ports, c.var);
    return shown.ok ? passkeyPage(c, ports, shown.value) : problemPage(c, shown.problem);
  });
  routes.post(`${PATH}/:id/name`, guard, async (c) => {
    const form = await readForm(c);
    if (!form.ok) return problemPage(c, form.problem);
    const wish = validate(PasskeyEdit, { name: form.value.text("name") });
    if (!wish.ok) return formRefused(c, PATH, wish.problem, form.value);
    const renamed = await renamePasskey(ports, c.var, { id: c.req.param("id"), ...wish.value });
    return renamed.ok ? doneAt(c, PATH, "saved") : formRefused(c, PATH, renamed.problem);
  });
  routes.post(
    `${PATH}/:id/remove`,
    guard,
    proved(async (c, form) => {
      const wish = { id: c.req.param("id") ?? "", endOthers: form.has("end_others") };
      const removed = await removePasskey(ports, c.var, wish);
      return removed.ok ? doneAt(c, PATH, "removed") : formRefused(c, PATH, removed.problem);
    }),
  );
  routes.post(
    `${PATH}/rule`,
    guard,
    proved(async (c, form) => {
      const wish = { required: form.text("required") === "yes", endOthers: form.has("end_others") };
      const set = await setPasskeyRequired(ports, c.var, wish);
      return set.ok ? doneAt(c, PATH, "saved") : formRefused(c, PATH, set.problem);
    }),
  );
  routes.post(
    `${PATH}/recovery-codes`,
    guard,
    proved(async (c) => {
      const made = await makeRecoveryCodes(ports, c.var);
      if (!made.ok) return formRefused(c, PATH, made.problem);
      return shownOnce(c, PATH, { kind: "recovery-codes", codes: made.value.recovery_codes });
    }),
  );
  return routes;
}

function passkeyPage(
  c: Context<PageEnv>,
  { clock, baseUrl }: PasskeyPorts,
  shown: ShownPasskeys,
): Response | Promise<Response> {
  const { frame, words, teller, note } = ownerPage(c, clock(), "settings");
  const { passkeys } = words;
  const isPossible = relyingPartyOf(baseUrl) !== null;
  const codes = note?.shown?.kind === "recovery-codes" ? note.shown.codes : null;
  return c.html(
    <OwnerFrame {...frame} title={passkeys.title} up="settings">
      <section class="panel" aria-label={passkeys.title}>
        <p class="hint">{isPossible ? passkeys.lead : passkeys.noDomain}</p>
        <OwnPasskeys shown={shown} teller={teller} />
        <PasskeyForm
          ceremony="register"
          baseUrl={baseUrl}
          next={`${PATH}?done=created`}
          text={passkeys.add}
          words={words}
        >
          <Field
            label={passkeys.name}
            name="name"
            value={passkeys.nameGuess}
            required
            maxlength={LIMITS.nameCharactersMax}
            hint={passkeys.nameHint}
          />
        </PasskeyForm>
        {isPossible ? (
          <p class="hint" data-no-passkey>
            {passkeys.unsupported}
          </p>
        ) : null}
      </section>
      <RecoveryCodes shown={shown} codes={codes} teller={teller} />
      <Rule shown={shown} teller={teller} />
    </OwnerFrame>,
  );
}

type PartProps = { shown: ShownPasskeys; teller: Teller };

const OwnPasskeys = ({ shown, teller }: PartProps) => {
  const { passkeys: words } = teller.words;
  return (
    <ul class="lines">
      {shown.passkeys.length === 0 ? <li class="hint">{words.none}</li> : null}
      {shown.passkeys.map(({ id, name, created_at: created, last_used_at: used }) => (
        <li>
          <div class="who">
            <strong>{name}</strong>
            <span class="hint">
              {`${words.added(teller.date(new Date(created)))} · ${used === null ? words.unused : words.used(teller.ago(new Date(used)))}`}
            </span>
          </div>
          <details class="ask">
            <summary class="button second" aria-label={`${words.rename}: ${name}`}>
              {words.rename}
            </summary>
            <Form action={`${PATH}/${id}/name`} prefix={id}>
              <Field
                label={words.name}
                name="name"
                value={name}
                required
                maxlength={LIMITS.nameCharactersMax}
              />
              <button type="submit">{words.save}</button>
            </Form>
          </details>
          <details class="ask">
            <summary class="button second" aria-label={`${words.remove}: ${name}`}>
              {words.remove}
            </summary>
            <form method="post" action={`${PATH}/${id}/remove`}>
              <p>{words.removeWarning}</p>
              <Tick label={words.endOthers} name="end_others" checked={false} />
              <button type="submit" class="danger">
                {words.remove}
              </button>
            </form>
          </details>
        </li>
      ))}
    </ul>
  );
};

const RecoveryCodes = ({ shown, codes, teller }: PartProps & { codes: readonly string[] | null }) => {
  const { passkeys: words } = teller.words;
  return (
    <section class="panel" aria-labelledby="recovery">
      <h2 id="recovery">{words.recovery}</h2>
      <p class="hint">{words.recoveryLead}</p>
      {codes === null ? (
        <p>{words.left(shown.recovery_codes_left)}</p>
      ) : (
        <div class="note done" role="status">
          <div>
            <p>{words.recoveryMade}</p>
            <pre id="codes">{codes.join("\n")}</pre>
            <button type="button" class="second" hidden data-copy="codes" data-copied={words.copied}>
              {words.copy}
            </button>
          </div>
        </div>
      )}
      <Press action={`${PATH}/recovery-codes`} text={words.makeRecovery} kind="second" />
    </section>
  );
};

const Rule = ({ shown, teller }: PartProps) => {
  const { passkeys: words } = teller.words;
  const isReady = shown.passkeys.length > 0 && shown.recovery_codes_left > 0;
  return (
    <section class="panel" aria-labelledby="rule">
      <h2 id="rule">{words.rule}</h2>
      <p>{shown.required ? words.isRequired : words.isNotRequired}</p>
      {shown.required || isReady ? (
        <form method="post" action={`${PATH}/rule`}>
          <input type="hidden" name="required" value={shown.required ? "no" : "yes"} />
          {shown.required ? null : <Tick label={words.endOthers} name="end_others" checked />}
          <button type="submit" class={shown.required ? "second" : undefined}>
            {shown.required ? words.letMail : words.require}
          </button>
        </form>
      ) : (
        <p class="hint">{words.notReady}</p>
      )}
    </section>
  );
};
