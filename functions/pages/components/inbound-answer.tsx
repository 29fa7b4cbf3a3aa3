import type { InboundTried } from "../../../lib/sharing/inbound/webhook.actions.ts";
import { PROBLEMS } from "../../../schema/problems.ts";
import type { Teller } from "../format/teller.ts";

type Props = { tried: InboundTried; url: string; teller: Teller };

/** The call as it went out, and what its caller was told. */
export function InboundAnswer({ tried, url, teller }: Props) {
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
