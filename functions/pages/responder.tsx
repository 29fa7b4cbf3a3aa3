import type { Context } from "hono";
import { answerCall, openCall, stopCalls } from "../../lib/alerts/responder/responder.actions.ts";
import type { OpenedCall } from "../../lib/alerts/responder/responder.queries.ts";
import { openOnes, placesOf } from "../../lib/alerts/shown-alert.ts";
import { openPhoto, showCard } from "../../lib/emergency/card.actions.ts";
import { done, refuse } from "../../lib/kernel/outcome.ts";
import { RESPONDER_ANSWERS } from "../../schema/vocabulary.ts";
import { clientIp } from "../_http/caller.ts";
import { RESPONDER_POLICY } from "./ask.tsx";
import { type AlertCard, CardPart } from "./components/alert-card.tsx";
import { Document } from "./components/document.tsx";
import { Incident, Over, Stop } from "./components/responder-parts.tsx";
import { problemPage } from "./problem-page.tsx";
import { tellerOf } from "./reader.ts";
import { idIn } from "./session.ts";
import { countCallers, linkSite, photoReply, type Site, tokenIn } from "./site.ts";

const PATH = "/r/:token";

/** `/r/{token}`: one incident for somebody without an account who was called, until it ends. */
export function responderPages(site: Site): void {
  const { services } = site;
  const { get, form } = linkSite(site, countCallers(services, RESPONDER_POLICY));
  const open = (c: Context) => openCall(services, tokenIn(c));
  // Looking changes nothing: scanners follow every link.
  get(PATH, async (c) => {
    const opened = await open(c);
    if (!opened.ok) return problemPage(c, opened.problem);
    const card = await showCard(services, opened.value.householdId);
    const photosPath = `${c.req.path}/photos`;
    return responderPage(c, opened.value, card.ok ? { ...card.value, photosPath } : null, services.clock());
  });
  // Ends with the incident, as all of the page does.
  get(`${PATH}/photos/:id`, async (c) => {
    const opened = await open(c);
    if (!opened.ok) return problemPage(c, opened.problem);
    if (isOverFor(opened.value)) return problemPage(c, { name: "not_found" });
    return photoReply(c, await openPhoto(services, opened.value.householdId, idIn(c)));
  });
  form(PATH, {
    page: null,
    run: async (c, _, { text }) => {
      const [token, ip] = [tokenIn(c), clientIp(c, services.edge)];
      const answer = RESPONDER_ANSWERS.find((each) => each === text("answer"));
      if (answer === undefined && text("answer") !== "stop") return refuse("invalid_request");
      const answered =
        answer === undefined
          ? await stopCalls(services, token, ip)
          : await answerCall(services, token, answer, ip);
      // What has ended meanwhile is what the page says.
      return !answered.ok && answered.problem.name === "alert_over" ? done(null) : answered;
    },
    done: (c) => c.redirect(c.req.path, 303),
    wakes: services,
  });
}

const isOverFor = (call: OpenedCall): boolean => openOnes(call.alerts).length === 0 || call.isStopped;

function responderPage(
  c: Context,
  call: OpenedCall,
  card: AlertCard | null,
  now: Date,
): Response | Promise<Response> {
  const { home, language } = call;
  const teller = tellerOf({ language, unit: null, isLarge: false }, home, now);
  const open = openOnes(call.alerts);
  const isOver = isOverFor(call);
  const { responder: words } = teller.words;
  return c.html(
    <Document title={words.title} teller={teller}>
      <main id="content" tabindex={-1} class="responder">
        {isOver ? (
          <Over isStopped={call.isStopped} />
        ) : (
          <>
            <Incident call={call} open={open} places={placesOf(home, open)} />
            {card === null ? null : <CardPart kinds={open.map(({ kind }) => kind)} {...card} />}
            <Stop />
          </>
        )}
      </main>
    </Document>,
  );
}
