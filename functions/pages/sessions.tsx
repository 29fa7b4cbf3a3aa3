import type { SessionItem } from "../../lib/people/items.ts";
import { endSession } from "../../lib/people/sessions.actions.ts";
import { listSessions } from "../../lib/people/sessions.queries.ts";
import { List, Row } from "./components/list.tsx";
import { Go } from "./components/press.tsx";
import type { Teller } from "./format/teller.ts";
import type { Site } from "./site.ts";

const PATH = "/sessions";

/** `/sessions`: every browser and app that is signed in as this person, and how to end one. */
export function sessionPages({ services, page }: Site): void {
  const { act } = page(PATH, null, {
    load: (c) => listSessions(services.db, c.var.member.userId, services.clock()),
    view: (sessions, { c, words, teller }) => (
      <>
        <List items={sessions} isPanel>
          {(session) => (
            <Row
              title={words.sessions.kinds[session.kind]}
              facts={[
                browserName(session.user_agent),
                signedInText(session, teller),
                session.id === c.var.member.sessionId
                  ? words.sessions.current
                  : words.sessions.used(teller.ago(session.last_used_at)),
              ]}
              press={
                session.id !== c.var.member.sessionId && {
                  action: `${PATH}/${session.id}/end`,
                  text: words.signIn.out,
                }
              }
            />
          )}
        </List>
        <p>
          <Go href="/settings/account/delete">{words.deleteAccount.title}</Go>
        </p>
      </>
    ),
  });
  act(`${PATH}/:id/end`, null, endSession, "removed");
}

/** `signed in May 3 from Spain, 203.0.113.7`, as far as the platform reported it then. */
function signedInText({ country, address, created_at: at }: SessionItem, teller: Teller): string {
  const { sessions } = teller.words;
  const names = new Intl.DisplayNames([teller.language], { type: "region" });
  const place = [country === null ? null : names.of(country), address].filter(Boolean).join(", ");
  const time = teller.date(at);
  return place === "" ? sessions.since(time) : sessions.sinceFrom(time, place);
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
