import type { Child } from "hono/jsx";
import { relyingPartyOf } from "../../lib/people/passkeys/passkey.ts";
import { removePasskey } from "../../lib/people/passkeys/passkeys.actions.ts";
import { listPasskeys } from "../../lib/people/passkeys/passkeys.queries.ts";
import { LIMITS } from "../../schema/limits.ts";
import { Field, Tick } from "./components/fields.tsx";
import { List, Row } from "./components/list.tsx";
import { useTeller } from "./components/teller-scope.ts";
import { idIn, type Site } from "./site.ts";

const PATH = "/passkeys";

/** `/passkeys`: one's own passkeys. */
export function passkeyPages({ services, page }: Site): void {
  const { baseUrl } = services;
  const { form } = page(PATH, null, {
    load: (c) => listPasskeys(services.db, c.var.member.userId),
    view: (own, { words, teller }) => {
      const { passkeys } = words;
      const isPossible = relyingPartyOf(baseUrl) !== null;
      return (
        <section class="panel" aria-label={words.settings.passkeys}>
          <p class="hint">{isPossible ? passkeys.lead : passkeys.noDomain}</p>
          <List items={own} empty={<p class="hint">{passkeys.none}</p>}>
            {({ id, name, created_at: created, last_used_at: used }) => (
              <Row
                title={name}
                facts={[
                  passkeys.added(teller.date(created)),
                  used === null ? words.sharing.unused : passkeys.used(teller.ago(used)),
                ]}
                ask={{
                  action: `${PATH}/${id}/remove`,
                  warning: passkeys.removeWarning,
                  children: <Tick label={passkeys.endOthers} name="end_others" />,
                }}
              />
            )}
          </List>
          <PasskeyForm
            ceremony="register"
            baseUrl={baseUrl}
            next={`${PATH}?done=created`}
            text={passkeys.add}
          >
            <Field
              label={words.device.name}
              name="name"
              value={passkeys.nameGuess}
              hint={passkeys.nameHint}
              required
              maxlength={LIMITS.nameCharactersMax}
            />
          </PasskeyForm>
          {isPossible ? (
            <p class="hint" data-no-passkey>
              {passkeys.unsupported}
            </p>
          ) : null}
        </section>
      );
    },
  });
  form(`${PATH}/:id/remove`, null, {
    isProved: true,
    run: (c, _, { yes }) => removePasskey(services, c.var, { id: idIn(c), endOthers: yes("end_others") }),
    done: "removed",
  });
}

type Props = {
  ceremony: "sign-in" | "register";
  baseUrl: string;
  /** Where the browser goes afterwards. */
  next: string;
  text: string;
  kind?: "second";
  children?: Child;
};

/** A form that a script shows and answers with a passkey; nothing where the installation's address can have none. */
export function PasskeyForm({ ceremony, baseUrl, next, text, kind, children }: Props) {
  const relyingParty = relyingPartyOf(baseUrl);
  if (relyingParty === null) return null;
  const { passkeys } = useTeller().words;
  return (
    <form
      method="post"
      class="stack"
      hidden
      data-passkey={ceremony}
      data-host={relyingParty.id}
      data-next={next}
      data-failed={passkeys.failed[ceremony]}
      data-known={passkeys.known}
    >
      {children}
      <button type="submit" class={kind}>
        {text}
      </button>
      <p class="hint" role="status" />
    </form>
  );
}
