import type { Context, MiddlewareHandler } from "hono";
import { Hono } from "hono/tiny";
import type { InboundTokenItem } from "../../lib/people/items.ts";
import { listInboundTokens } from "../../lib/sharing/inbound/own-inbound-tokens.queries.ts";
import {
  type InboundTried,
  type TryInboundPorts,
  tryInbound,
} from "../../lib/sharing/inbound/webhook.actions.ts";
import { PROBLEMS } from "../../schema/problems.ts";
import { INBOUND_ACTIONS } from "../../schema/vocabulary.ts";
import { QuietAction } from "../../schema/wire/quiet.ts";
import { Choice, Field, Form } from "./components/fields.tsx";
import { OwnerFrame } from "./components/owner-frame.tsx";
import { formsOn, idIn, quietWish } from "./form-action.ts";
import { shownOnce } from "./form-note.ts";
import type { Teller } from "./format/teller.ts";
import { ownerPage } from "./owner-page.tsx";
import { problemPage } from "./problem-page.tsx";
import { type PageEnv, pageMay } from "./session.ts";

export type InboundPagePorts = TryInboundPorts & { baseUrl: string };

const PATH = "/sharing/inbound/:id";

/**
 * `/sharing/inbound/{id}`: how an automation calls, and a sample that is signed, sent and shown with its
 * answer.
 */
export function inboundPages(ports: InboundPagePorts, guard: MiddlewareHandler<PageEnv>) {
  const routes = new Hono<PageEnv>();
  const forms = formsOn(routes, guard);
  const allowed = pageMay("manage_inbound");
  routes.get(PATH, guard, allowed, (c) => inboundPage(c, ports));
  forms(PATH, allowed, {
    shape: QuietAction,
    wish: quietWish,
    run: (c, { action, hours = null }) => tryInbound(ports, c.var, idIn(c), { action, hours }),
    done: (c, tried, form) => shownOnce(c, c.req.path, { kind: "inbound-trial", tried }, form),
  });
  return routes;
}

async function inboundPage(c: Context<PageEnv>, ports: InboundPagePorts) {
  const tokens = await listInboundTokens(ports.db, c.var.member.householdId);
  const token = tokens.find(({ id }) => id === c.req.param("id"));
  if (token === undefined) return problemPage(c, { name: "not_found" });
  const { frame, words, teller, note } = ownerPage(c, ports.clock(), "sharing");
  const tried = note?.shown?.kind === "inbound-trial" ? note.shown.tried : undefined;
  const { inbound } = words;
  return c.html(
    <OwnerFrame {...frame} title={token.name} up="sharing">
      <p class="hint">{textOf(token, inbound)}</p>
      {tried === undefined ? null : (
        <InboundAnswer tried={tried} teller={teller} url={`${ports.baseUrl}/api/inbound/…${token.hint}`} />
      )}
      <Form action={`/sharing/inbound/${token.id}`} class="panel narrow">
        <h2>{inbound.test}</h2>
        <p class="hint">{inbound.testHint}</p>
        <Choice
          label={inbound.action}
          name="action"
          value="status"
          options={INBOUND_ACTIONS.map((action) => [action, inbound.actions[action]] as const)}
        />
        <Field label={inbound.hours} name="hours" hint={inbound.hoursHint} inputmode="numeric" />
        <button type="submit">{inbound.send}</button>
      </Form>
    </OwnerFrame>,
  );
}

type InboundWords = ReturnType<typeof ownerPage>["words"]["inbound"];

const textOf = ({ hint, signed, requires_timestamp: timed }: InboundTokenItem, words: InboundWords): string =>
  `${words.address(hint)} ${signed ? (timed ? words.signedTimed : words.signed) : words.unsigned}`;

type Props = { tried: InboundTried; url: string; teller: Teller };

/** The call as sent, and the answer for its caller. */
function InboundAnswer({ tried, url, teller }: Props) {
  const { inbound: words } = teller.words;
  const { sample, answer } = tried;
  const status = answer.ok ? 200 : PROBLEMS[answer.problem.name].status;
  const told = answer.ok
    ? answer.value
    : { error: answer.problem.sentence ?? PROBLEMS[answer.problem.name].error };
  return (
    <section class="panel" aria-labelledby="answer" role="status">
      <h2 id="answer">{answer.ok ? words.worked : words.refused}</h2>
      <h3>{words.sent}</h3>
      <pre>{curlOf(sample, url)}</pre>
      <h3>{words.answered(status)}</h3>
      <pre>{JSON.stringify(told, null, 2)}</pre>
    </section>
  );
}

const curlOf = ({ headers, body }: InboundTried["sample"], url: string): string =>
  [
    `curl -X POST ${url}`,
    ...Object.entries(headers).map(([name, value]) => `-H "${name}: ${value}"`),
    `-d '${body}'`,
  ].join(" \\\n  ");
