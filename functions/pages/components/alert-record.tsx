import type { AlertDelivery } from "../../../lib/alerts/alert-page.queries.ts";
import type { ToldFinding } from "../../../lib/alerts/shown-alert.ts";
import { maskedRecipient } from "../../../lib/messages/delivery/shown-delivery.ts";
import type { Teller } from "../format/teller.ts";
import { Reason } from "./reason.tsx";

/** Why it was told, step by step. */
export function Reasons({ findings, teller }: { findings: readonly ToldFinding[]; teller: Teller }) {
  const { alertPage: words } = teller.words;
  return (
    <section class="panel" aria-labelledby="why">
      <h2 id="why">{words.why}</h2>
      <ol class="story">
        {findings.toReversed().map(({ finding, toldAt }) => (
          <li>
            <strong>{words.transitions[finding.transition]}</strong>{" "}
            <time datetime={new Date(finding.at).toISOString()}>{teller.dateTime(new Date(finding.at))}</time>
            <p class="hint">
              <Reason text={finding.why} words={teller.words} />
            </p>
            {finding.heldBy !== null ? (
              <p class="hint">{words.held}</p>
            ) : toldAt === null ? (
              <p class="hint">{words.notToldYet}</p>
            ) : null}
          </li>
        ))}
      </ol>
    </section>
  );
}

/** Which messages went out about it, and what became of them. */
export function Deliveries({ deliveries, teller }: { deliveries: readonly AlertDelivery[]; teller: Teller }) {
  const { alertPage: words } = teller.words;
  return (
    <section class="panel" aria-labelledby="told">
      <h2 id="told">{words.told}</h2>
      {deliveries.length === 0 ? <p class="hint">{words.toldNobody}</p> : null}
      <ul class="lines">
        {deliveries.map(({ channel, recipient, state, createdAt, settledAt, lastError }) => (
          <li>
            <span>
              {words.channels[channel]} · {maskedRecipient(channel, recipient)}
            </span>
            <span class={`mark ${state}`}>{words.states[state]}</span>
            <span class="hint">
              {teller.dateTime(new Date(settledAt ?? createdAt))}
              {state !== "sent" && lastError !== null ? (
                <>
                  {" · "}
                  <Reason text={lastError} words={teller.words} />
                </>
              ) : null}
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
}
