import type { AlertPage } from "../../../lib/sharing/home-page/home-pages.actions.ts";
import { nameOf } from "../format/name-of.ts";
import type { Teller } from "../format/teller.ts";
import { Ago } from "./ago.tsx";
import { type AlertCard, CardPart } from "./alert-card.tsx";
import { HeatingQuestion, NextSteps, OnIt, type Taking } from "./alert-parts.tsx";
import { Chart } from "./chart.tsx";
import { Icon } from "./icons.tsx";
import { Reasons, Timeline } from "./timeline.tsx";
import { UnitQuestion, type UnitReader } from "./unit-question.tsx";

type Props = Taking & {
  page: AlertPage;
  title: string;
  advice: string;
  answerPath: string | null;
  unitReader: UnitReader;
  /** The address of its evidence; null for people who may not have it. */
  evidencePath: string | null;
  card: AlertCard | null;
  teller: Teller;
};

/** What happened, what to do, who is on it; then the readings, the reasons, and the notifications. */
export function AlertStoryView({
  page,
  title,
  advice,
  ackPath,
  answerPath,
  unitReader,
  takers,
  evidencePath,
  card,
  morePaths,
  teller,
}: Props) {
  const { alert, home, shown, findings } = page;
  const { words } = teller;
  const isOver = alert.closedAt !== null;
  return (
    <>
      <section class={`standing ${isOver ? "well" : alert.severity}`}>
        <span class="badge">
          <Icon name={isOver ? "well" : alert.kind === "leak" ? "flood" : "alert"} />
        </span>
        <div>
          <h1 class="first">{title}</h1>
          <p>
            {words.common.since(teller.dateTime(alert.openedAt))}
            {" · "}
            <Ago at={alert.openedAt} teller={teller} />
          </p>
          {alert.closedAt === null ? (
            <p class="advice">{advice}</p>
          ) : (
            <p>{words.alertPage.over(teller.dateTime(alert.closedAt))}</p>
          )}
        </div>
      </section>
      {shown === null || isOver ? null : (
        <UnitQuestion sensor={shown.sensor} reader={unitReader} teller={teller} />
      )}
      {answerPath === null ? null : <HeatingQuestion path={answerPath} teller={teller} now={page.now} />}
      <OnIt page={page} ackPath={ackPath} takers={takers} morePaths={morePaths} teller={teller} />
      {isOver ? null : <NextSteps steps={page.nextSteps} teller={teller} />}
      {shown === null ? null : (
        <section aria-labelledby="readings">
          <h2 id="readings">{nameOf(shown.sensor, words)}</h2>
          <Chart
            home={home}
            sensor={shown.sensor}
            device={shown.device}
            chart={shown.chart}
            teller={teller}
            alerts={[alert]}
          />
        </section>
      )}
      {card === null || isOver ? null : <CardPart kinds={[alert.kind]} {...card} teller={teller} />}
      <Timeline entries={page.timeline} teller={teller} />
      <Reasons findings={findings} teller={teller} />
      {evidencePath === null ? null : (
        <p>
          <a href={evidencePath}>{words.evidence.link}</a>
        </p>
      )}
    </>
  );
}
