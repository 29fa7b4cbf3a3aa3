import type { Context, MiddlewareHandler } from "hono";
import { Hono } from "hono/tiny";
import { type Outcome, refuse } from "../../lib/kernel/outcome.ts";
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
import type { WakePorts } from "../_http/in-background.ts";
import { Field, Form, Press, Tick } from "./components/fields.tsx";
import { OwnerFrame } from "./components/owner-frame.tsx";
import { PasskeyForm } from "./components/passkey-form.tsx";
import { formsOn, idIn } from "./form-action.ts";
import { shownOnce } from "./form-note.ts";
import type { Teller } from "./format/teller.ts";
import { ownerPage } from "./owner-page.tsx";
import { problemPage } from "./problem-page.tsx";
import type { PageEnv } from "./session.ts";

const PATH = "/passkeys";

export type PasskeyPagePorts = PasskeyPorts & WakePorts;

/** `/passkeys`: one's own passkeys, the passkey rule, and the recovery codes. */
export function passkeyPages(ports: PasskeyPagePorts, guard: MiddlewareHandler<PageEnv>) {
  const routes = new Hono<PageEnv>();
  const forms = formsOn(routes, guard);
  const ifProved = (c: Context<PageEnv>, run: () => Promise<Outcome<unknown>>) =>
    isProved(c.var.member, ports.clock()) ? run() : refuse("prove_again");
  routes.get(PATH, guard, async (c) => {
    const shown = await showPasskeys(ports, c.var);
    return shown.ok ? passkeyPage(c, ports, shown.value) : problemPage(c, shown.problem);
  });
  forms(`${PATH}/:id/name`, null, {
    page: PATH,
    shape: PasskeyEdit,
    wish: ({ text }) => ({ name: text("name") }),
    run: (c, { name }) => renamePasskey(ports, c.var, { id: idIn(c), name }),
    done: "saved",
  });
  forms(`${PATH}/:id/remove`, null, {
    page: PATH,
    run: (c, _, { has }) =>
      ifProved(c, () => removePasskey(ports, c.var, { id: idIn(c), endOthers: has("end_others") })),
    done: "removed",
    wakes: ports,
  });
  forms(`${PATH}/rule`, null, {
    page: PATH,
    run: (c, _, { text, has }) =>
      ifProved(c, () =>
        setPasskeyRequired(ports, c.var, {
          required: text("required") === "yes",
          endOthers: has("end_others"),
        }),
      ),
    done: "saved",
    wakes: ports,
  });
  forms(`${PATH}/recovery-codes`, null, {
    page: PATH,
    run: async (c) =>
      isProved(c.var.member, ports.clock()) ? await makeRecoveryCodes(ports, c.var) : refuse("prove_again"),
    done: (c, { recovery_codes: codes }) => shownOnce(c, PATH, { kind: "recovery-codes", codes }),
    wakes: ports,
  });
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
