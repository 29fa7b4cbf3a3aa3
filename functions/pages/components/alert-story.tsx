import { nameOf } from "../format/name-of.ts";
import { Ago } from "./ago.tsx";
import { type AlertCard, CardPart } from "./alert-card.tsx";
import { HeatingQuestion, MoreToDo, NextSteps, TakenBy, type Taking } from "./alert-parts.tsx";
import { Banner } from "./banner.tsx";
import { Chart } from "./chart.tsx";
import { useTeller } from "./teller-scope.ts";
import { Reasons, Timeline } from "./timeline.tsx";
import { UnitQuestion, type UnitReader } from "./unit-question.tsx";

export type AlertStoryProps = Taking & {
  title: string;
  advice: string;
  unitReader: UnitReader;
  card: AlertCard | null;
};

/** What happened, what to do, who is on it; then the readings, the reasons, and the notifications. */
export function AlertStory({ title, advice, unitReader, card, ...taking }: AlertStoryProps) {
  const { page, paths } = taking;
  const teller = useTeller();
  const { alert, home, shown, findings } = page;
  const { words } = teller;
  const isOver = alert.closedAt !== null;
  return (
    <>
      <Banner
        tone={isOver ? "well" : alert.severity}
        icon={isOver ? "well" : alert.kind === "leak" ? "flood" : "alert"}
      >
        <h1 class="first">{title}</h1>
        <p>
          {words.common.since(teller.dateTime(alert.openedAt))}
          {" · "}
          <Ago at={alert.openedAt} />
        </p>
        {alert.closedAt === null ? (
          <p class="advice">{advice}</p>
        ) : (
          <p>{words.alertPage.over(teller.dateTime(alert.closedAt))}</p>
        )}
      </Banner>
      <div class="columns">
        <div>
          {shown === null || isOver ? null : <UnitQuestion sensor={shown.sensor} reader={unitReader} />}
          {paths.answer === null ? null : <HeatingQuestion path={paths.answer} now={page.now} />}
          <TakenBy {...taking} />
          {isOver || paths.ack === null ? null : <MoreToDo {...taking} />}
          {isOver ? null : <NextSteps steps={page.nextSteps} />}
          {shown === null ? null : (
            <section aria-labelledby="readings">
              <h2 id="readings">{nameOf(shown.sensor, words)}</h2>
              <Chart home={home} chart={shown.chart} alerts={[alert]} />
            </section>
          )}
        </div>
        <div>
          {card === null || isOver ? null : <CardPart kinds={[alert.kind]} {...card} />}
          <Timeline entries={page.timeline} />
          <Reasons findings={findings} />
          {paths.evidence === null ? null : (
            <p>
              <a href={paths.evidence}>{words.evidence.link}</a>
            </p>
          )}
        </div>
      </div>
    </>
  );
}
