import type { Context, MiddlewareHandler } from "hono";
import { Hono } from "hono/tiny";
import { refuse } from "../../lib/kernel/outcome.ts";
import { relyingPartyOf } from "../../lib/people/passkeys/passkey.ts";
import {
  type PasskeyPorts,
  removePasskey,
  renamePasskey,
} from "../../lib/people/passkeys/passkeys.actions.ts";
import { listPasskeys, type PasskeyItem } from "../../lib/people/passkeys/passkeys.queries.ts";
import { isProved } from "../../lib/people/sign-in.ts";
import { LIMITS } from "../../schema/limits.ts";
import { PasskeyEdit } from "../../schema/wire/account/passkeys.ts";
import type { WakePorts } from "../_http/in-background.ts";
import { Field, Form, Tick } from "./components/fields.tsx";
import { List, Row } from "./components/list.tsx";
import { OwnerFrame } from "./components/owner-frame.tsx";
import { PasskeyForm } from "./components/passkey-form.tsx";
import { formsOn, idIn } from "./form-action.ts";
import type { Teller } from "./format/teller.ts";
import { ownerPage } from "./owner-page.tsx";
import type { PageEnv } from "./session.ts";

const PATH = "/passkeys";

export type PasskeyPagePorts = PasskeyPorts & WakePorts;

/** `/passkeys`: one's own passkeys. */
export function passkeyPages(ports: PasskeyPagePorts, guard: MiddlewareHandler<PageEnv>) {
  const routes = new Hono<PageEnv>();
  const forms = formsOn(routes, guard);
  routes.get(PATH, guard, async (c) => {
    const own = await listPasskeys(ports.db, c.var.member.userId);
    return passkeyPage(c, ports, own);
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
      isProved(c.var.member, ports.clock())
        ? removePasskey(ports, c.var, { id: idIn(c), endOthers: has("end_others") })
        : refuse("prove_again"),
    done: "removed",
    wakes: ports,
  });
  return routes;
}

function passkeyPage(
  c: Context<PageEnv>,
  { clock, baseUrl }: PasskeyPorts,
  own: readonly PasskeyItem[],
): Response | Promise<Response> {
  const { frame, words, teller } = ownerPage(c, clock(), "settings");
  const { passkeys } = words;
  const isPossible = relyingPartyOf(baseUrl) !== null;
  return c.html(
    <OwnerFrame {...frame} title={passkeys.title} up="settings">
      <section class="panel" aria-label={passkeys.title}>
        <p class="hint">{isPossible ? passkeys.lead : passkeys.noDomain}</p>
        <OwnPasskeys own={own} teller={teller} />
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
    </OwnerFrame>,
  );
}

const OwnPasskeys = ({ own, teller }: { own: readonly PasskeyItem[]; teller: Teller }) => {
  const { passkeys: words } = teller.words;
  return (
    <List>
      {own.length === 0 ? <li class="hint">{words.none}</li> : null}
      {own.map(({ id, name, created_at: created, last_used_at: used }) => (
        <Row
          title={name}
          hint={`${words.added(teller.date(new Date(created)))} · ${used === null ? words.unused : words.used(teller.ago(new Date(used)))}`}
        >
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
        </Row>
      ))}
    </List>
  );
};
