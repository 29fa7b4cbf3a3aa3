import type { Context } from "hono";
import type { Child } from "hono/jsx";
import { openPhoto, showCard } from "../../lib/emergency/card.actions.ts";
import { done, refuse } from "../../lib/kernel/outcome.ts";
import { answerAsk, openAsk } from "../../lib/messages/outsiders/outsiders.actions.ts";
import type { AskedOutsider } from "../../lib/messages/outsiders/outsiders.queries.ts";
import { stateOf } from "../../lib/messages/outsiders/shown-outsider.ts";
import { answerCall, openCall, stopCalls } from "../../lib/sharing/responder/responder.actions.ts";
import type { OpenedCall } from "../../lib/sharing/responder/responder.queries.ts";
import { openOnes, placesOf } from "../../lib/sharing/responder/responder.ts";
import { type Language, RESPONDER_ANSWERS } from "../../schema/vocabulary.ts";
import { clientIp } from "../_http/caller.ts";
import { CardPart } from "./components/alert-card.tsx";
import { Document } from "./components/document.tsx";
import { Incident, Stop } from "./components/responder-parts.tsx";
import { useTeller } from "./components/teller-scope.ts";
import type { Teller } from "./format/teller.ts";
import { PAGE_LIMITS } from "./limits.ts";
import { problemPage } from "./problem-page.tsx";
import { tellerOf, type Zone } from "./reader.ts";
import { idIn } from "./session.ts";
import { countCallers, linkSite, photoReply, type Site, tokenIn } from "./site.ts";

const POLICY = { name: "responder", limit: PAGE_LIMITS.responderPerMinute, windowSeconds: 60 };
const CALL = "/r/:token";
const ASK = "/c/:token";

/** `/r/{token}`: one incident for somebody without an account who was called, until it ends; `/c/{token}`: if they may be called. */
export function responderPages(site: Site): void {
  const { services } = site;
  const { clock, edge } = services;
  const { get, form } = linkSite(site, countCallers(services, POLICY));
  const open = (c: Context) => openCall(services, tokenIn(c));
  // Looking changes nothing: scanners follow every link.
  get(CALL, async (c) => {
    const opened = await open(c);
    if (!opened.ok) return problemPage(c, opened.problem);
    const call = opened.value;
    const teller = tellerFor(call.language, call.home, clock());
    if (isOverFor(call)) return bigPage(c, teller, teller.words.responder.title, <Over {...call} />);
    const alerts = openOnes(call.alerts);
    const card = await showCard(services, call.householdId);
    return bigPage(
      c,
      teller,
      teller.words.responder.title,
      <>
        <Incident call={call} open={alerts} places={placesOf(call.home, alerts)} />
        {card.ok ? (
          <CardPart
            kinds={alerts.map(({ kind }) => kind)}
            {...card.value}
            photosPath={`${c.req.path}/photos`}
          />
        ) : null}
        <Stop />
      </>,
    );
  });
  // Ends with the incident, as all of the page does.
  get(`${CALL}/photos/:id`, async (c) => {
    const opened = await open(c);
    if (!opened.ok) return problemPage(c, opened.problem);
    if (isOverFor(opened.value)) return problemPage(c, { name: "not_found" });
    return photoReply(c, await openPhoto(services, opened.value.householdId, idIn(c)));
  });
  form(CALL, {
    page: null,
    run: async (c, _, { text }) => {
      const [token, ip] = [tokenIn(c), clientIp(c, edge)];
      if (text("answer") === "stop") return stopCalls(services, token, ip);
      const answer = RESPONDER_ANSWERS.find((each) => each === text("answer"));
      if (answer === undefined) return refuse("invalid_request");
      const answered = await answerCall(services, token, answer, ip);
      // What has ended meanwhile is what the page says.
      return !answered.ok && answered.problem.name === "alert_over" ? done(null) : answered;
    },
    done: (c) => c.redirect(c.req.path, 303),
  });
  get(ASK, async (c) => {
    const opened = await openAsk(services, tokenIn(c));
    if (!opened.ok) return problemPage(c, opened.problem);
    const teller = tellerFor(opened.value.language, null, clock());
    const title = teller.words.responder.askTitles[stateOf(opened.value)];
    return bigPage(c, teller, title, <Asked {...opened.value} />);
  });
  form(ASK, {
    page: null,
    run: (c, _, { text }) => answerAsk(services, tokenIn(c), text("answer") === "yes", clientIp(c, edge)),
    done: (c) => c.redirect(c.req.path, 303),
  });
}

const isOverFor = (call: OpenedCall): boolean => openOnes(call.alerts).length === 0 || call.isStopped;

/** In the language that the home has chosen for them. */
const tellerFor = (language: Language, home: Zone | null, now: Date): Teller =>
  tellerOf({ language, unit: null, isLarge: false }, home, now);

const bigPage = (c: Context, teller: Teller, title: string, content: Child) =>
  c.html(
    <Document title={title} teller={teller}>
      <main id="content" tabindex={-1} class="responder">
        {content}
      </main>
    </Document>,
  );

function Over({ isStopped }: Pick<OpenedCall, "isStopped">) {
  const { responder: words } = useTeller().words;
  return (
    <>
      <h1 class="first">{isStopped ? words.stoppedTitle : words.overTitle}</h1>
      <p role="status">{isStopped ? words.stopped : words.over}</p>
      {isStopped ? null : <Stop />}
    </>
  );
}

function Asked({ homeName, ...asked }: AskedOutsider) {
  const { responder: words } = useTeller().words;
  const state = stateOf(asked);
  const isOpen = state === "asked";
  return (
    <>
      <p class="hint home-name">{homeName}</p>
      <h1 class="first">{words.askTitles[state]}</h1>
      <p role={isOpen ? undefined : "status"}>{words.askStates[state](homeName)}</p>
      {isOpen ? <p class="hint">{words.askMore}</p> : null}
      {state === "stopped" ? null : (
        <form method="post" class="stack answers">
          {isOpen ? (
            <button type="submit" name="answer" value="yes">
              {words.askYes}
            </button>
          ) : null}
          <button type="submit" name="answer" value="stop" class="second">
            {isOpen ? words.askNo : words.stop}
          </button>
        </form>
      )}
    </>
  );
}
