import type { MiddlewareHandler } from "hono";
import { Hono } from "hono/tiny";
import type { Services } from "../../lib/kernel/services.actions.ts";
import type { SessionItem } from "../../lib/people/items.ts";
import { endSession } from "../../lib/people/sessions.actions.ts";
import { listSessions } from "../../lib/people/sessions.queries.ts";
import type { Language } from "../../schema/vocabulary.ts";
import { Press } from "./components/fields.tsx";
import { Row } from "./components/list.tsx";
import { OwnerFrame } from "./components/owner-frame.tsx";
import { formsOn, idIn } from "./form-action.ts";
import { ownerPage } from "./owner-page.tsx";
import type { PageEnv } from "./session.ts";

const PATH = "/sessions";

/** `/sessions`: every browser and app that is signed in as this person, and how to end one. */
export function sessionPages(ports: Pick<Services, "db" | "clock">, guard: MiddlewareHandler<PageEnv>) {
  const routes = new Hono<PageEnv>();
  const forms = formsOn(routes, guard);
  routes.get(PATH, guard, async (c) => {
    const now = ports.clock();
    const { userId, sessionId } = c.var.member;
    const sessions = await listSessions(ports.db, userId, now);
    const { frame, words, teller } = ownerPage(c, now, "settings");
    return c.html(
      <OwnerFrame {...frame} title={words.sessions.title} up="settings">
        <ul class="lines panel">
          {sessions.map(({ id, kind, user_agent: agent, ...session }) => (
            <Row
              title={words.sessions.kinds[kind]}
              hint={[
                browserName(agent),
                words.sessions.since(
                  teller.date(new Date(session.created_at)),
                  placeOf(session, frame.language),
                ),
                id === sessionId
                  ? words.sessions.current
                  : words.sessions.used(teller.ago(new Date(session.last_used_at))),
              ].join(" · ")}
            >
              {id === sessionId ? null : (
                <Press action={`/sessions/${id}/end`} text={words.sessions.end} kind="second" />
              )}
            </Row>
          ))}
        </ul>
        <p>
          <a class="button second" href="/settings/account/delete">
            {words.deleteAccount.title}
          </a>
        </p>
      </OwnerFrame>,
    );
  });
  forms(`${PATH}/:id/end`, null, {
    page: PATH,
    run: (c) => endSession(ports, c.var, idIn(c)),
    done: "removed",
  });
  return routes;
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
