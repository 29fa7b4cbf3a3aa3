import { done } from "../../lib/kernel/outcome.ts";
import { relyingPartyOf } from "../../lib/people/passkeys/passkey.ts";
import { removePasskey, renamePasskey } from "../../lib/people/passkeys/passkeys.actions.ts";
import { listPasskeys, type PasskeyItem } from "../../lib/people/passkeys/passkeys.queries.ts";
import { LIMITS } from "../../schema/limits.ts";
import { PasskeyEdit } from "../../schema/wire/account/passkeys.ts";
import { Field, Form, Tick } from "./components/fields.tsx";
import { List, Row } from "./components/list.tsx";
import { OwnerFrame } from "./components/owner-frame.tsx";
import { PasskeyForm } from "./components/passkey-form.tsx";
import { Unfold } from "./components/unfold.tsx";
import { idIn } from "./form-action.ts";
import type { Teller } from "./format/teller.ts";
import type { PageContext, Site } from "./site.ts";

const PATH = "/passkeys";

/** `/passkeys`: one's own passkeys. */
/** `/passkeys`: one's own passkeys. */
export function passkeyPages({ services, page, form }: Site): void {
  page(PATH, null, {
    place: "settings",
    load: async (c) => done(await listPasskeys(services.db, c.var.member.userId)),
    view: (own, context) => <PasskeysView own={own} baseUrl={services.baseUrl} {...context} />,
  });
  form(`${PATH}/:id/name`, null, {
    page: PATH,
    shape: PasskeyEdit,
    wish: ({ text }) => ({ name: text("name") }),
    run: (c, { name }) => renamePasskey(services, c.var, { id: idIn(c), name }),
    done: "saved",
  });
  form(`${PATH}/:id/remove`, null, {
    page: PATH,
    isProved: true,
    run: (c, _, { has }) => removePasskey(services, c.var, { id: idIn(c), endOthers: has("end_others") }),
    done: "removed",
    wakes: services,
  });
}

type ViewProps = PageContext & { own: readonly PasskeyItem[]; baseUrl: string };

function PasskeysView({ own, baseUrl, frame, words, teller }: ViewProps) {
  const { passkeys } = words;
  const isPossible = relyingPartyOf(baseUrl) !== null;
  return (
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
    </OwnerFrame>
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
          <Unfold text={words.rename} label={`${words.rename}: ${name}`}>
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
          </Unfold>
          <Unfold text={words.remove} label={`${words.remove}: ${name}`}>
            <form method="post" action={`${PATH}/${id}/remove`}>
              <p>{words.removeWarning}</p>
              <Tick label={words.endOthers} name="end_others" checked={false} />
              <button type="submit" class="danger">
                {words.remove}
              </button>
            </form>
          </Unfold>
        </Row>
      ))}
    </List>
  );
};
