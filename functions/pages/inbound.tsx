import { type Context, Hono, type MiddlewareHandler } from "hono";
import type { InboundTokenItem } from "../../lib/domain/account/items.ts";
import type { Problem } from "../../lib/domain/outcome.ts";
import { type InboundTried, type TryInboundPorts, tryInbound } from "../../lib/flows/inbound/try-inbound.ts";
import { listInboundTokens } from "../../lib/store/account/inbound-tokens.ts";
import { PROBLEMS } from "../../schema/problems.ts";
import { INBOUND_ACTIONS } from "../../schema/vocabulary.ts";
import { QuietAction } from "../../schema/wire/quiet.ts";
import { validate } from "../_http/validate.ts";
import { Choice, Field } from "./components/fields.tsx";
import { InboundAnswer } from "./components/inbound-answer.tsx";
import { OwnerFrame } from "./components/owner-frame.tsx";
import { type Form, readForm } from "./form.ts";
import { ownerPage, problemSentence } from "./owner-page.tsx";
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
  const allowed = pageMay("manage_inbound");
  routes.get(PATH, guard, allowed, (c) => inboundPage(c, ports));
  routes.post(PATH, guard, allowed, async (c) => {
    const form = await readForm(c);
    if (!form.ok) return problemPage(c, form.problem);
    const { text, number } = form.value;
    const hours = text("hours") === "" ? {} : { hours: number("hours") };
    const wish = validate(QuietAction, { action: text("action"), ...hours });
    if (!wish.ok) return inboundPage(c, ports, { form: form.value, problem: wish.problem });
    const sample = { action: wish.value.action, hours: wish.value.hours ?? null };
    const tried = await tryInbound(ports, c.var, c.req.param("id"), sample);
    if (!tried.ok) return problemPage(c, tried.problem);
    return inboundPage(c, ports, { form: form.value, tried: tried.value });
  });
  return routes;
}

type Shown = { form?: Form; tried?: InboundTried; problem?: Problem };

async function inboundPage(c: Context<PageEnv>, ports: InboundPagePorts, shown: Shown = {}) {
  const tokens = await listInboundTokens(ports.db, c.var.member.householdId);
  const token = tokens.find(({ id }) => id === c.req.param("id"));
  if (token === undefined) return problemPage(c, { name: "not_found" });
  const { form, tried, problem } = shown;
  const { frame, words, teller } = ownerPage(c, ports.clock(), "sharing");
  const { inbound } = words;
  return c.html(
    <OwnerFrame
      {...frame}
      title={token.name}
      problem={problem === undefined ? undefined : problemSentence(problem, words)}
    >
      <p class="hint">{textOf(token, inbound)}</p>
      {tried === undefined ? null : (
        <InboundAnswer tried={tried} teller={teller} url={`${ports.baseUrl}/api/inbound/…${token.hint}`} />
      )}
      <form method="post" action={`/sharing/inbound/${token.id}`} class="panel narrow">
        <h2>{inbound.test}</h2>
        <p class="hint">{inbound.testHint}</p>
        <Choice
          label={inbound.action}
          name="action"
          value={form?.text("action") ?? "status"}
          options={INBOUND_ACTIONS.map((action) => [action, inbound.actions[action]] as const)}
        />
        <Field
          label={inbound.hours}
          name="hours"
          value={form?.text("hours")}
          hint={inbound.hoursHint}
          inputmode="numeric"
        />
        <button type="submit">{inbound.send}</button>
      </form>
    </OwnerFrame>,
    problem === undefined ? 200 : PROBLEMS[problem.name].status,
  );
}

type InboundWords = ReturnType<typeof ownerPage>["words"]["inbound"];

const textOf = ({ hint, signed, requires_timestamp: timed }: InboundTokenItem, words: InboundWords): string =>
  `${words.address(hint)} ${signed ? (timed ? words.signedTimed : words.signed) : words.unsigned}`;
