import type { Context } from "hono";
import { Hono } from "hono/tiny";
import {
  answerCall,
  openCall,
  type ResponderPorts,
  stopCalls,
} from "../../lib/alerts/responder/responder.actions.ts";
import type { OpenedCall } from "../../lib/alerts/responder/responder.queries.ts";
import { openOnes, placesOf } from "../../lib/alerts/shown-alert.ts";
import { openPhoto, showCard } from "../../lib/emergency/card.actions.ts";
import { done, refuse } from "../../lib/kernel/outcome.ts";
import type { Services } from "../../lib/kernel/services.actions.ts";
import { RESPONDER_ANSWERS } from "../../schema/vocabulary.ts";
import { imageReply } from "../_http/body.ts";
import { clientIp, type Edge } from "../_http/caller.ts";
import { limitResponders } from "./ask.tsx";
import { type AlertCard, CardPart } from "./components/alert-card.tsx";
import { Document } from "./components/document.tsx";
import { Incident, Over, Stop } from "./components/responder-parts.tsx";
import { openFormAction } from "./form-action.ts";
import { tellerFor } from "./format/teller.ts";
import { tokenInPath } from "./page-headers.ts";
import { problemPage } from "./problem-page.tsx";

export type ResponderPagePorts = ResponderPorts &
  Pick<Services, "objects" | "limiter" | "wake" | "report"> & { edge: Edge };

/** `/r/{token}`: one incident for somebody without an account who was called, until it ends. */
export function responderPages(ports: ResponderPagePorts) {
  const routes = new Hono();
  const limited = limitResponders(ports);
  // Looking changes nothing: scanners follow every link.
  routes.get("/r/:token", tokenInPath, limited, async (c) => {
    const opened = await openCall(ports, c.req.param("token"));
    if (!opened.ok) return problemPage(c, opened.problem);
    const card = await showCard(ports, opened.value.householdId);
    const photosPath = `/r/${c.req.param("token")}/photos`;
    return responderPage(c, opened.value, card.ok ? { ...card.value, photosPath } : null, ports.clock());
  });
  // Ends with the incident, as all of the page does.
  routes.get("/r/:token/photos/:id", tokenInPath, limited, async (c) => {
    const opened = await openCall(ports, c.req.param("token"));
    if (!opened.ok) return problemPage(c, opened.problem);
    if (isOverFor(opened.value)) return problemPage(c, { name: "not_found" });
    const photo = await openPhoto(ports, opened.value.householdId, c.req.param("id"));
    return photo.ok ? imageReply(c, photo.value) : problemPage(c, photo.problem);
  });
  // No check for forgery: the token alone is what allows it, and no other site knows it.
  routes.post(
    "/r/:token",
    tokenInPath,
    limited,
    openFormAction({
      page: null,
      run: async (c, _, { text }) => {
        const [token, ip] = [c.req.param("token") ?? "", clientIp(c, ports.edge)];
        const answer = RESPONDER_ANSWERS.find((each) => each === text("answer"));
        if (answer === undefined && text("answer") !== "stop") return refuse("invalid_request");
        const answered =
          answer === undefined
            ? await stopCalls(ports, token, ip)
            : await answerCall(ports, token, answer, ip);
        // What has ended meanwhile is what the page says.
        return !answered.ok && answered.problem.name === "alert_over" ? done(null) : answered;
      },
      done: (c) => c.redirect(c.req.path, 303),
      wakes: ports,
    }),
  );
  return routes;
}

const isOverFor = (call: OpenedCall): boolean => openOnes(call.alerts).length === 0 || call.isStopped;

function responderPage(
  c: Context,
  call: OpenedCall,
  card: AlertCard | null,
  now: Date,
): Response | Promise<Response> {
  const { home, language } = call;
  const teller = tellerFor({ language, timeZone: home.timeZone, unit: `°${home.temperatureUnit}`, now });
  const open = openOnes(call.alerts);
  const isOver = isOverFor(call);
  const { responder: words } = teller.words;
  return c.html(
    <Document title={words.title} language={language} words={teller.words} now={now}>
      <main id="content" tabindex={-1} class="responder">
        {isOver ? (
          <Over isStopped={call.isStopped} teller={teller} />
        ) : (
          <>
            <Incident call={call} open={open} places={placesOf(home, open)} teller={teller} />
            {card === null ? null : (
              <CardPart kinds={open.map(({ kind }) => kind)} {...card} teller={teller} />
            )}
            <Stop teller={teller} />
          </>
        )}
      </main>
    </Document>,
  );
}
