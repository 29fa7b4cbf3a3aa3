import type { Context } from "hono";
import { createMiddleware } from "hono/factory";
import { Hono } from "hono/tiny";
import type { Services } from "../../lib/kernel/services.actions.ts";
import { WORDS } from "../../lib/language/pages.ts";
import { answerAsk, openAsk } from "../../lib/messages/outsiders/outsiders.actions.ts";
import type { AskedOutsider } from "../../lib/messages/outsiders/outsiders.queries.ts";
import { stateOf } from "../../lib/messages/outsiders/shown-outsider.ts";
import { clientIp, type Edge } from "../_http/caller.ts";
import { callerProblem } from "../_http/rate-limit.ts";
import { Document } from "./components/document.tsx";
import { openFormAction } from "./form-action.ts";
import { PAGE_LIMITS } from "./limits.ts";
import { tokenInPath } from "./page-headers.ts";
import { problemPage } from "./problem-page.tsx";

export type AskPagePorts = Pick<Services, "db" | "clock" | "limiter"> & { edge: Edge };

const RESPONDER_POLICY = {
  name: "responder",
  limit: PAGE_LIMITS.responderPerMinute,
  windowSeconds: 60,
};

/** Counts those who open a page by its token alone, by their address: a guess costs as much as a visit. */
export const limitResponders = (ports: Parameters<typeof callerProblem>[1]) =>
  createMiddleware(async (c, next) => {
    const problem = await callerProblem(c, ports, RESPONDER_POLICY);
    if (problem !== null) return problemPage(c, problem);
    await next();
  });

/** `/c/{token}`: somebody without an account says if a home may call them, and stops it. */
export function askPages(ports: AskPagePorts) {
  const routes = new Hono();
  const limited = limitResponders(ports);
  routes.get("/c/:token", tokenInPath, limited, async (c) => {
    const asked = await openAsk(ports, c.req.param("token"));
    return asked.ok ? askPage(c, asked.value, ports.clock()) : problemPage(c, asked.problem);
  });
  // No check for forgery: the token alone is what allows it, and no other site knows it.
  routes.post(
    "/c/:token",
    tokenInPath,
    limited,
    openFormAction({
      page: null,
      run: (c, _, { text }) =>
        answerAsk(ports, c.req.param("token") ?? "", text("answer") === "yes", clientIp(c, ports.edge)),
      done: (c) => c.redirect(c.req.path, 303),
    }),
  );
  return routes;
}

function askPage(c: Context, asked: AskedOutsider, now: Date): Response | Promise<Response> {
  const { language, homeName } = asked;
  const words = WORDS[language];
  const state = stateOf(asked);
  const { responder: text } = words;
  return c.html(
    <Document title={text.askTitles[state]} language={language} words={words} now={now}>
      <main id="content" tabindex={-1} class="responder">
        <p class="hint home-name">{homeName}</p>
        <h1 class="first">{text.askTitles[state]}</h1>
        <p role={state === "asked" ? undefined : "status"}>{text.askStates[state](homeName)}</p>
        {state === "asked" ? <p class="hint">{text.askMore}</p> : null}
        {state === "stopped" ? null : (
          <form method="post" class="stack answers">
            {state === "asked" ? (
              <button type="submit" name="answer" value="yes">
                {text.askYes}
              </button>
            ) : null}
            <button type="submit" name="answer" value="stop" class="second">
              {state === "asked" ? text.askNo : text.stop}
            </button>
          </form>
        )}
      </main>
    </Document>,
  );
}
