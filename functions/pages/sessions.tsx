import { done } from "../../lib/kernel/outcome.ts";
import type { SessionItem } from "../../lib/people/items.ts";
import { endSession } from "../../lib/people/sessions.actions.ts";
import { listSessions } from "../../lib/people/sessions.queries.ts";
import type { Language } from "../../schema/vocabulary.ts";
import { Press } from "./components/fields.tsx";
import { List, Row } from "./components/list.tsx";
import { OwnerFrame } from "./components/owner-frame.tsx";
import { idIn } from "./form-action.ts";
import type { Site } from "./site.ts";

const PATH = "/sessions";

/** `/sessions`: every browser and app that is signed in as this person, and how to end one. */
export function sessionPages({ services, page, form }: Site): void {
  page(PATH, null, {
    place: "settings",
    load: async (c) => done(await listSessions(services.db, c.var.member.userId, services.clock())),
    view: (sessions, { c, frame, words, teller }) => (
      <OwnerFrame {...frame} title={words.sessions.title} up="settings">
        <List isPanel>
          {sessions.map(({ id, kind, user_agent: agent, ...session }) => (
            <Row
              title={words.sessions.kinds[kind]}
              hint={[
                browserName(agent),
                words.sessions.since(
                  teller.date(new Date(session.created_at)),
                  placeOf(session, frame.language),
                ),
                id === c.var.member.sessionId
                  ? words.sessions.current
                  : words.sessions.used(teller.ago(new Date(session.last_used_at))),
              ].join(" · ")}
            >
              {id === c.var.member.sessionId ? null : (
                <Press action={`/sessions/${id}/end`} text={words.sessions.end} kind="second" />
              )}
            </Row>
          ))}
        </List>
        <p>
          <a class="button second" href="/settings/account/delete">
            {words.deleteAccount.title}
          </a>
        </p>
      </OwnerFrame>
    ),
  });
  form(`${PATH}/:id/end`, null, {
    page: PATH,
    run: (c) => endSession(services, c.var, idIn(c)),
    done: "removed",
  });
}

/** `Spain, 203.0.113.7`, as far as the platform reported it at the sign-in. */
function placeOf(
  { country, address }: Pick<SessionItem, "country" | "address">,
  language: Language,
): string | null {
  const name = country === null ? null : new Intl.DisplayNames([language], { type: "region" }).of(country);
  return [name, address].filter(Boolean).join(", ") || null;
}

const BROWSERS: readonly (readonly [RegExp, string])[] = [
  [/Edg(A|iOS)?\//, "Edge"],
  [/OPR\/|Opera/, "Opera"],
  [/SamsungBrowser\//, "Samsung Internet"],
  [/Firefox\/|FxiOS\//, "Firefox"],
  [/Chrome\/|CriOS\//, "Chrome"],
  [/Safari\//, "Safari"],
  [/curl\//, "curl"],
];

const SYSTEMS: readonly (readonly [RegExp, string])[] = [
  [/iPhone/, "iPhone"],
  [/iPad/, "iPad"],
  [/Android/, "Android"],
  [/Windows/, "Windows"],
  [/CrOS/, "ChromeOS"],
  [/Mac OS X|Macintosh/, "Mac"],
  [/Linux/, "Linux"],
];

/** `Chrome · Windows`: what people call the browser that a user agent is of; the text itself where nobody knows it. */
function browserName(agent: string): string {
  const named = [BROWSERS, SYSTEMS].flatMap(
    (list) => list.find(([pattern]) => pattern.test(agent))?.[1] ?? [],
  );
  return named.length === 0 ? agent.slice(0, SHOWN_CHARACTERS) : named.join(" · ");
}

const SHOWN_CHARACTERS = 40;
