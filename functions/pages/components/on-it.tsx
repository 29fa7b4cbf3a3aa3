import type { AlertPage } from "../../../lib/sharing/home-page/family-pages.actions.ts";
import type { Teller } from "../format/teller.ts";
import type { Taker } from "../hand-over.tsx";
import { Icon } from "./icons.tsx";
import { type MorePaths, MoreToDo } from "./more-to-do.tsx";

export type Taking = {
  /** The path that its button posts to; null where there is nothing to press. */
  ackPath: string | null;
  takers: readonly Taker[];
  /** Where handing over and putting off are posted to. */
  morePaths: MorePaths;
};

/** Who takes care of it, and how to take it on, hand it over or put it off. */
export function OnIt({
  page,
  ackPath,
  takers,
  morePaths,
  teller,
}: Taking & { page: AlertPage; teller: Teller }) {
  const isOver = page.alert.closedAt !== null;
  return (
    <>
      <TakenBy page={page} ackPath={ackPath} teller={teller} />
      {isOver || ackPath === null ? null : (
        <MoreToDo alert={page.alert} takers={takers} paths={morePaths} teller={teller} />
      )}
    </>
  );
}

function TakenBy({ page, ackPath, teller }: { page: AlertPage; ackPath: string | null; teller: Teller }) {
  const { alert, acknowledgedBy } = page;
  const { alertPage: words } = teller.words;
  if (alert.acknowledgedAt !== null)
    return (
      <p class="note done">
        <Icon name="well" />
        <span>{words.takenBy(acknowledgedBy ?? words.somebody, teller.dateTime(alert.acknowledgedAt))}</span>
      </p>
    );
  if (ackPath === null || alert.closedAt !== null) return null;
  return (
    <form method="post" action={ackPath} class="panel ack">
      <button type="submit">{words.ack}</button>
      <p class="hint">{words.ackHint}</p>
    </form>
  );
}
