import type { Context } from "hono";
import { answerAsk, openAsk } from "../../lib/messages/outsiders/outsiders.actions.ts";
import type { AskedOutsider } from "../../lib/messages/outsiders/outsiders.queries.ts";
import { stateOf } from "../../lib/messages/outsiders/shown-outsider.ts";
import { clientIp } from "../_http/caller.ts";
import { Document } from "./components/document.tsx";
import { PAGE_LIMITS } from "./limits.ts";
import { problemPage } from "./problem-page.tsx";
import { tellerOf } from "./reader.ts";
import { countCallers, linkSite, type Site, tokenIn } from "./site.ts";

export const RESPONDER_POLICY = {
  name: "responder",
  limit: PAGE_LIMITS.responderPerMinute,
  windowSeconds: 60,
};

/** `/c/{token}`: somebody without an account says if a home may call them, and stops it. */
export function askPages(site: Site): void {
  const { services } = site;
  const { get, form } = linkSite(site, countCallers(services, RESPONDER_POLICY));
  get("/c/:token", async (c) => {
    const asked = await openAsk(services, tokenIn(c));
    return asked.ok ? askPage(c, asked.value, services.clock()) : problemPage(c, asked.problem);
  });
  form("/c/:token", {
    page: null,
    run: (c, _, { text }) =>
      answerAsk(services, tokenIn(c), text("answer") === "yes", clientIp(c, services.edge)),
    done: (c) => c.redirect(c.req.path, 303),
  });
}

function askPage(c: Context, asked: AskedOutsider, now: Date): Response | Promise<Response> {
  const { language, homeName } = asked;
  const teller = tellerOf({ language, unit: null, isLarge: false }, null, now);
  const state = stateOf(asked);
  const { responder: text } = teller.words;
  return c.html(
    <Document title={text.askTitles[state]} teller={teller}>
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
