import { showCoverage } from "../../lib/emergency/card.actions.ts";
import { sendTest } from "../../lib/messages/send-test.actions.ts";
import { List, Row } from "./components/list.tsx";
import { Press } from "./components/press.tsx";
import { placedName } from "./format/alert-text.ts";
import { homeOf, type Site, together } from "./site.ts";

/** `/coverage`: what may leave the home unwarned, each with what to do. */
export function coveragePages({ services, page }: Site): void {
  const { form } = page("/coverage", "manage_notifications", {
    load: (c) => together({ shown: showCoverage(services, c.var.householdId), home: homeOf(c, services) }),
    title: ({ coverage }) => coverage.title,
    view: ({ shown: { gaps }, home }, { words, teller, mayDo }) => (
      <>
        <p>{words.coverage.lead}</p>
        {mayDo("manage_escalation") ? (
          <>
            <p class="hint">{words.coverage.testHint}</p>
            <Press action="/coverage/test" text={words.coverage.test} />
          </>
        ) : null}
        <section class="panel">
          <List items={gaps} empty={<p>{words.coverage.none}</p>} asks={() => false}>
            {({ gap, about, sensor_id: sensor, last_at: last }) => {
              const { title, todo } = words.coverage.gaps[gap];
              const told = last === null ? todo : `${todo} ${words.coverage.last(teller.date(last))}`;
              if (about === null) return <Row title={title} hint={told} />;
              const name = sensor === null ? about : (placedName(home, sensor, words) ?? about);
              const href = sensor === null ? null : `/sensors/${sensor}`;
              return <Row title={`${title}: ${name}`} hint={told} href={href} />;
            }}
          </List>
        </section>
      </>
    ),
  });
  form("/coverage/test", "manage_escalation", {
    run: (c) => sendTest(services, c.var, "all"),
    done: "sent",
  });
}
