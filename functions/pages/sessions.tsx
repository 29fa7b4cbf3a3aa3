import type { Child } from "hono/jsx";
import type { SessionItem } from "../../lib/people/activity.ts";
import { relyingPartyOf } from "../../lib/people/passkeys/passkey.ts";
import { removePasskey } from "../../lib/people/passkeys/passkeys.actions.ts";
import { listPasskeys } from "../../lib/people/passkeys/passkeys.queries.ts";
import { endSession } from "../../lib/people/sessions.actions.ts";
import { listSessions } from "../../lib/people/sessions.queries.ts";
import { LIMITS } from "../../schema/limits.ts";
import agents from "./agents.json" with { type: "json" };
import { Field, Tick } from "./components/fields.tsx";
import { List, Second } from "./components/list.tsx";
import { type Teller, useTeller } from "./format/teller.tsx";
import { idIn, type Site } from "./site.ts";

const SESSIONS = "/sessions";
const PASSKEYS = "/passkeys";

/** `/sessions` and `/passkeys`: signed-in devices, each with a button to sign it out; and the person's passkeys. */
export function sessionPages({ services, page }: Site): void {
  const { act } = page(SESSIONS, null, {
    load: (c) => listSessions(services.db, c.var.member.userId, services.clock()),
    view: (sessions, { c, words, teller }) => (
      <List items={sessions} isPanel>
        {(session) => ({
          title: words.sessions.kinds[session.kind],
          facts: [
            browserName(session.user_agent),
            signedInText(session, teller),
            session.id === c.var.member.sessionId
              ? words.sessions.current
              : words.sessions.used(teller.ago(session.last_used_at)),
          ],
          press: session.id !== c.var.member.sessionId && {
            action: `${SESSIONS}/${session.id}/end`,
            text: words.signIn.out,
          },
        })}
      </List>
    ),
  });
  act(`${SESSIONS}/:id/end`, null, null, endSession, "removed");
  // `/passkeys`: the person's own passkeys.
  const { baseUrl } = services;
  const { form } = page(PASSKEYS, null, {
    load: (c) => listPasskeys(services.db, c.var.member.userId),
    view: (own, { words, teller }) => {
      const { passkeys } = words;
      const isPossible = relyingPartyOf(baseUrl) !== null;
      return (
        <section class="panel" aria-label={words.settings.passkeys}>
          <p class="hint">{isPossible ? passkeys.lead : passkeys.noDomain}</p>
          <List items={own} empty={<p class="hint">{passkeys.none}</p>}>
            {({ id, name, created_at: created, last_used_at: used }) => ({
              title: name,
              facts: [
                passkeys.added(teller.date(created)),
                used === null ? words.sharing.unused : passkeys.used(teller.ago(used)),
              ],
              ask: {
                action: `${PASSKEYS}/${id}/remove`,
                warning: passkeys.removeWarning,
                children: <Tick label={passkeys.endOthers} name="end_others" />,
              },
            })}
          </List>
          <PasskeyForm ceremony="register" baseUrl={baseUrl} next={`${PASSKEYS}?done=created`}>
            <Field
              name="name"
              label={words.device.name}
              hint={passkeys.nameHint}
              value={passkeys.nameGuess}
              required
              maxlength={LIMITS.nameCharactersMax}
            />
          </PasskeyForm>
          {isPossible && (
            <p class="hint" data-no-passkey>
              {passkeys.unsupported}
            </p>
          )}
        </section>
      );
    },
  });
  form(`${PASSKEYS}/:id/remove`, null, {
    isProved: true,
    run: (c, _, { yes }) => removePasskey(services, c.var, { id: idIn(c), endOthers: yes("end_others") }),
    done: "removed",
  });
}

/** Returns `signed in May 3 from Spain, 203.0.113.7`, or less if the platform didn't report the place. */
function signedInText({ country, address, created_at: at }: SessionItem, teller: Teller): string {
  const { sessions } = teller.words;
  const names = new Intl.DisplayNames([teller.language], { type: "region" });
  const place = [country === null ? null : names.of(country), address].filter(Boolean).join(", ");
  const time = teller.date(at);
  return place === "" ? sessions.since(time) : sessions.sinceFrom(time, place);
}

const SHOWN_CHARACTERS = 40;

/** Returns `Chrome · Windows`, or the start of an unknown user agent. The first name wins: Edge also names Chrome. */
function browserName(agent: string): string {
  const named = agents.flatMap(
    (names) => Object.entries(names).find(([part]) => agent.includes(part))?.[1] ?? [],
  );
  return named.length === 0 ? agent.slice(0, SHOWN_CHARACTERS) : named.join(" · ");
}

type Props = { ceremony: "sign-in" | "register"; baseUrl: string; next: string; children?: Child };

/** A form for a passkey. A script shows and sends it, then opens `next`. Nothing if the host can't have passkeys. */
export function PasskeyForm({ ceremony, baseUrl, next, children }: Props) {
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
      {ceremony === "sign-in" ? (
        <Second text={passkeys.signIn} />
      ) : (
        <button type="submit">{passkeys.add}</button>
      )}
      <p class="hint" role="status" />
    </form>
  );
}
