import { done } from "../../lib/kernel/outcome.ts";
import type { SessionItem } from "../../lib/people/items.ts";
import { endSession } from "../../lib/people/sessions.actions.ts";
import { listSessions } from "../../lib/people/sessions.queries.ts";
import type { Language } from "../../schema/vocabulary.ts";
import { List, Row } from "./components/list.tsx";
import { Go, Press } from "./components/press.tsx";
import { idIn } from "./session.ts";
import type { Site } from "./site.ts";

const PATH = "/sessions";

/** `/sessions`: every browser and app that is signed in as this person, and how to end one. */
export function sessionPages({ services, page }: Site): void {
  const form = page(PATH, null, {
    load: async (c) => done(await listSessions(services.db, c.var.member.userId, services.clock())),
    view: (sessions, { c, words, teller }) => (
      <>
        <List items={sessions} isPanel>
          {({ id, kind, user_agent: agent, ...session }) => (
            <Row
              title={words.sessions.kinds[kind]}
              facts={[
                browserName(agent),
                words.sessions.since(
                  teller.date(new Date(session.created_at)),
                  placeOf(session, teller.language),
                ),
                id === c.var.member.sessionId
                  ? words.sessions.current
                  : words.sessions.used(teller.ago(new Date(session.last_used_at))),
              ]}
            >
              {id === c.var.member.sessionId ? null : (
                <Press action={`${PATH}/${id}/end`} text={words.signIn.out} kind="second" />
              )}
            </Row>
          )}
        </List>
        <p>
          <Go href="/settings/account/delete">{words.deleteAccount.title}</Go>
        </p>
      </>
    ),
  });
  form(`${PATH}/:id/end`, null, { run: (c) => endSession(services, c.var, idIn(c)), done: "removed" });
}

/** `Spain, 203.0.113.7`, as far as the platform reported it at the sign-in. */
function placeOf(
  { country, address }: Pick<SessionItem, "country" | "address">,
  language: Language,
): string | null {
  const name = country === null ? null : new Intl.DisplayNames([language], { type: "region" }).of(country);
  return [name, address].filter(Boolean).join(", ") || null;
}

/** What people call the browsers and systems that a user agent names, the more telling part first. */
const KNOWN = [
  {
    Edge: /Edg(A|iOS)?\//,
    Opera: /OPR\/|Opera/,
    "Samsung Internet": /SamsungBrowser\//,
    Firefox: /Firefox\/|FxiOS\//,
    Chrome: /Chrome\/|CriOS\//,
    Safari: /Safari\//,
    curl: /curl\//,
  },
  {
    iPhone: /iPhone/,
    iPad: /iPad/,
    Android: /Android/,
    Windows: /Windows/,
    ChromeOS: /CrOS/,
    Mac: /Mac OS X|Macintosh/,
    Linux: /Linux/,
  },
];
const SHOWN_CHARACTERS = 40;

/** `Chrome · Windows`; the text itself where nobody knows it. */
function browserName(agent: string): string {
  const named = KNOWN.flatMap(
    (names) => Object.entries(names).find(([, pattern]) => pattern.test(agent))?.[0] ?? [],
  );
  return named.length === 0 ? agent.slice(0, SHOWN_CHARACTERS) : named.join(" · ");
}
