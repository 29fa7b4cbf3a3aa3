import { listBays } from "../../lib/pucks/bays.actions.ts";
import { registerPuck, releasePuck } from "../../lib/pucks/claims.actions.ts";
import { listPucks } from "../../lib/pucks/pucks.queries.ts";
import { PuckRegistration, type Bay as ShownBay } from "../../schema/wire/companion.ts";
import { Field, Form } from "./components/fields.tsx";
import { List, Row } from "./components/list.tsx";
import type { Teller } from "./format/teller.ts";
import { type Site, together } from "./site.ts";

const PATH = "/settings/pucks";

/** `/settings/pucks`: the pucks of the home, and how the bays that they stand in are. */
export function puckPages({ services, page }: Site): void {
  const { act } = page(PATH, "read_home", {
    load: (c) =>
      together({
        pucks: listPucks(services.db, c.var.householdId),
        listed: listBays(services, c.var.member),
      }),
    view: ({ pucks, listed: { bays } }, { teller, mayDo }) => {
      const mayChange = mayDo("register_puck");
      const { pucks: words, settings } = teller.words;
      return (
        <section class="panel" aria-label={settings.pucks}>
          <p class="hint">{words.lead}</p>
          <List items={pucks}>
            {({ device_id: id, registered_at: at, bay_id: bay }) => (
              <Row
                title={id}
                facts={[
                  ...bayFacts(
                    bays.find((each) => each.bay_id === bay),
                    teller,
                  ),
                  teller.date(at),
                ]}
                ask={mayChange && { action: `${PATH}/${id}/remove`, warning: words.removeWarning }}
              />
            )}
          </List>
          {mayChange ? (
            <Form action={PATH} shape={PuckRegistration} labels={words} submit={words.add}>
              <Field name="device_id" required autocomplete="off" />
              <Field name="secret" required autocomplete="off" />
              <p class="hint" role="status" data-scanned hidden>
                {words.scanned}
              </p>
            </Form>
          ) : (
            <p class="hint">{words.count(pucks.length)}</p>
          )}
        </section>
      );
    },
  });
  act(PATH, "register_puck", registerPuck, "created", PuckRegistration);
  act(`${PATH}/:id/remove`, "register_puck", releasePuck, "removed");
}

/** Its name (an id where the claim gave it none, which says nothing to people), its mood and why it has it. */
function bayFacts(bay: ShownBay | undefined, { words: { pucks: words } }: Teller): string[] {
  if (bay === undefined) return [words.unclaimed];
  const { bay_id: id, name, mood, reason } = bay;
  return [name === id ? words.unnamedBay : name, `${words.moods[mood]}: ${reason}`];
}
