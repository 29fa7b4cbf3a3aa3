import type { AlertPage } from "../../../lib/sharing/home-page/show-alert-page.actions.ts";
import { nameOf } from "../format/name-of.ts";
import type { Teller } from "../format/teller.ts";
import type { Taker } from "../hand-over.tsx";
import { Ago } from "./ago.tsx";
import { Deliveries, Reasons } from "./alert-record.tsx";
import { Chart } from "./chart.tsx";
import { HeatingQuestion } from "./heating-question.tsx";
import { Icon } from "./icons.tsx";
import { MoreToDo } from "./more-to-do.tsx";
import { PastForecasts } from "./past-forecasts.tsx";
import { UnitQuestion, type UnitReader } from "./unit-question.tsx";

type Props = {
  page: AlertPage;
  title: string;
  advice: string;
  /** The path that its buttons post to; null where there is nothing to press. */
  ackPath: string | null;
  answerPath: string | null;
  unitReader: UnitReader;
  takers: readonly Taker[];
  teller: Teller;
};

/** What happened, what to do, who is on it; then the readings, why it was judged so, and who was told. */
export function AlertStoryView({
  page,
  title,
  advice,
  ackPath,
  answerPath,
  unitReader,
  takers,
  teller,
}: Props) {
  const { alert, home, shown, findings, deliveries } = page;
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
      <OnIt page={page} ackPath={ackPath} teller={teller} />
      {isOver || ackPath === null ? null : <MoreToDo alert={alert} takers={takers} teller={teller} />}
      {shown === null ? null : (
        <section aria-labelledby="readings">
          <h2 id="readings">{nameOf(shown.sensor, words)}</h2>
          <Chart
            home={home}
            sensor={shown.sensor}
            chart={shown.chart}
            teller={teller}
            marks={[alert.openedAt.getTime()]}
          />
        </section>
      )}
      <PastForecasts forecasts={page.forecasts} devices={home.devices} teller={teller} />
      <Reasons findings={findings} teller={teller} />
      <Deliveries deliveries={deliveries} teller={teller} />
    </>
  );
}

function OnIt({ page, ackPath, teller }: { page: AlertPage; ackPath: string | null; teller: Teller }) {
  const { alert, acknowledgedBy } = page;
  const { alertPage: words } = teller.words;
  if (alert.closedAt !== null) return null;
  if (alert.acknowledgedAt !== null)
    return (
      <p class="note done">
        <Icon name="well" />
        <span>{words.takenBy(acknowledgedBy ?? words.somebody, teller.dateTime(alert.acknowledgedAt))}</span>
      </p>
    );
  if (ackPath === null) return null;
  return (
    <form method="post" action={ackPath} class="panel ack">
      <button type="submit">{words.ack}</button>
      <p class="hint">{words.ackHint}</p>
    </form>
  );
}
