import type { Context } from "hono";
import { Hono } from "hono/tiny";
import { openDrill, tapDrill } from "../../lib/emergency/drill.actions.ts";
import type { DrillLink } from "../../lib/emergency/drill-link.queries.ts";
import { WORDS } from "../../lib/language/pages.ts";
import { callerProblem } from "../_http/rate-limit.ts";
import { type AskPagePorts, RESPONDER_POLICY } from "./ask.tsx";
import { Document } from "./components/document.tsx";
import { tokenInPath } from "./page-headers.ts";
import { problemPage } from "./problem-page.tsx";

/** `/d/{token}`: the one button by which a drill's reader says that it has arrived. */
export function drillLinkPages(ports: AskPagePorts) {
  const routes = new Hono();
  // Looking changes nothing: scanners follow every link.
  routes.get("/d/:token", tokenInPath, async (c) => {
    const limited = await callerProblem(c, ports, RESPONDER_POLICY);
    if (limited !== null) return problemPage(c, limited);
    const opened = await openDrill(ports, c.req.param("token"));
    return opened.ok ? drillLinkPage(c, opened.value, ports.clock()) : problemPage(c, opened.problem);
  });
  // No check for forgery: the token alone is what allows it, and no other site knows it.
  routes.post("/d/:token", tokenInPath, async (c) => {
    const limited = await callerProblem(c, ports, RESPONDER_POLICY);
    if (limited !== null) return problemPage(c, limited);
    const token = c.req.param("token");
    const tapped = await tapDrill(ports, token);
    return tapped.ok ? c.redirect(`/d/${token}`, 303) : problemPage(c, tapped.problem);
  });
  return routes;
}

function drillLinkPage(c: Context, link: DrillLink, now: Date): Response | Promise<Response> {
  const words = WORDS[link.language];
  const { drill, alertPage } = words;
  return c.html(
    <Document title={drill.linkTitle} language={link.language} words={words} now={now}>
      <main id="content" tabindex={-1} class="responder">
        <p class="hint home-name">{link.homeName}</p>
        <h1 class="first">{drill.linkTitle}</h1>
        {link.isTapped ? (
          <p role="status">{drill.linkDone(alertPage.channels[link.channel])}</p>
        ) : (
          <>
            <p>{drill.linkLead}</p>
            <form method="post" class="stack answers">
              <button type="submit">{drill.linkPress}</button>
            </form>
          </>
        )}
      </main>
    </Document>,
  );
}
