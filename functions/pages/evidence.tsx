import { EVIDENCE_KEYS_PATH } from "../../lib/evidence/canonical-text.ts";
import { issueEvidence } from "../../lib/evidence/issue-evidence.actions.ts";
import type { Words } from "../../lib/language/pages.ts";
import { type AlertPage, showAlertPage } from "../../lib/sharing/home-page/home-pages.actions.ts";
import type { Evidence } from "../../schema/wire/evidence.ts";
import { Chart } from "./components/chart.tsx";
import { Section } from "./components/list.tsx";
import { Start } from "./components/press.tsx";
import { Timeline } from "./components/timeline.tsx";
import { placeOf } from "./format/alert-text.ts";
import { idIn, type Site, together } from "./site.ts";

type Shown = { evidence: Evidence; page: AlertPage };

/** `/alerts/{id}/evidence`: the alert's story as it is printed, with the number and the signature of the document that proves it. */
export function evidencePages({ services, page }: Site): void {
  const titleOf = (words: Words, { page: { alert, home } }: Shown) =>
    words.evidence.title(words.kinds[alert.kind], placeOf(alert, home, words));
  page("/alerts/:id/evidence", "read_evidence", {
    place: "alerts",
    load: (c) => {
      const ask = { householdId: c.var.householdId, alertId: idIn(c) };
      return together({ evidence: issueEvidence(services, ask), page: showAlertPage(services, ask) });
    },
    title: titleOf,
    up: (words, { page: { alert, home } }) => [
      `/alerts/${alert.id}`,
      `${words.kinds[alert.kind]}: ${placeOf(alert, home, words)}`,
    ],
    heading: ({ page: { home } }) => <p class="hint">{home.name}</p>,
    view: (shown, { words, teller: { date, clock } }) => {
      const { evidence: own } = words;
      const { document, signature } = shown.evidence;
      const { page } = shown;
      const { alert, home, chart } = page;
      const at = (moment: number | string) => `${date(moment)}, ${clock(moment)}`;
      return (
        <article class="evidence">
          <h1 class="first">{titleOf(words, shown)}</h1>
          <p>
            {alert.closedAt === null
              ? own.spanOpen(at(alert.openedAt))
              : own.span(at(alert.openedAt), at(alert.closedAt))}{" "}
            {own.zone(home.timeZone.replaceAll("_", " "))}
          </p>
          <p class="screen">
            <Start href={`/api/v1/alerts/${alert.id}/evidence`} download="">
              {own.download}
            </Start>
          </p>
          {chart === null ? null : <Chart home={home} chart={chart} alerts={[alert]} />}
          <Timeline entries={page.timeline} findings={page.findings} />
          <Section id="check" title={own.check}>
            <p>{own.checkHint(services.baseUrl + EVIDENCE_KEYS_PATH)}</p>
            <dl>
              <dt>{own.number}</dt>
              <dd>
                <code>{document.id}</code>, {at(document.issued_at)}
              </dd>
              <dt>{own.key}</dt>
              <dd>
                <code>{signature.key}</code>
              </dd>
              <dt>{own.signature}</dt>
              <dd>
                <code>{signature.value}</code>
              </dd>
            </dl>
            {document.readings.complete ? null : <p class="hint">{own.cut}</p>}
          </Section>
        </article>
      );
    },
  });
}
