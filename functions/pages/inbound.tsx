import { done, refuse } from "../../lib/kernel/outcome.ts";
import type { InboundTokenItem } from "../../lib/people/items.ts";
import { listInboundTokens } from "../../lib/sharing/inbound/own-inbound-tokens.queries.ts";
import { type InboundTried, tryInbound } from "../../lib/sharing/inbound/webhook.actions.ts";
import { PROBLEMS } from "../../schema/problems.ts";
import { INBOUND_ACTIONS } from "../../schema/vocabulary.ts";
import { QuietAction } from "../../schema/wire/quiet.ts";
import { Choice, Field, Form, optionsOf } from "./components/fields.tsx";
import { shownOnce } from "./form-note.ts";
import type { Teller } from "./format/teller.ts";
import type { PageContext } from "./page.tsx";
import { idIn } from "./session.ts";
import type { Site } from "./site.ts";

const PATH = "/sharing/inbound/:id";

/**
 * `/sharing/inbound/{id}`: how an automation calls, and a sample that is signed, sent and shown with its
 * answer.
 */
export function inboundPages({ services, page, form }: Site): void {
  page(PATH, "manage_inbound", {
    place: "sharing",
    load: async (c) => {
      const tokens = await listInboundTokens(services.db, c.var.member.householdId);
      const token = tokens.find(({ id }) => id === idIn(c));
      return token === undefined ? refuse("not_found") : done(token);
    },
    title: (_, { name }) => name,
    view: (token, { words, teller, note }) => (
      <>
        <p class="hint">{textOf(token, words.inbound)}</p>
        {note?.shown?.kind === "inbound-trial" ? (
          <InboundAnswer
            tried={note.shown.tried}
            teller={teller}
            url={`${services.baseUrl}/api/inbound/…${token.hint}`}
          />
        ) : null}
        <Form action={`/sharing/inbound/${token.id}`} shape={QuietAction} class="panel narrow">
          <h2>{words.inbound.test}</h2>
          <p class="hint">{words.inbound.testHint}</p>
          <Choice
            label={words.inbound.action}
            name="action"
            value="status"
            options={optionsOf(INBOUND_ACTIONS, words.inbound.actions)}
          />
          <Field
            label={words.inbound.hours}
            name="hours"
            hint={words.inbound.hoursHint}
            inputmode="numeric"
          />
          <button type="submit">{words.inbound.send}</button>
        </Form>
      </>
    ),
  });
  form(PATH, "manage_inbound", {
    shape: QuietAction,
    run: (c, { action, hours = null }) => tryInbound(services, c.var, idIn(c), { action, hours }),
    done: (c, tried, form) => shownOnce(c, c.req.path, { kind: "inbound-trial", tried }, form),
  });
}

type InboundWords = PageContext["words"]["inbound"];

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
