import { refuseField } from "../../lib/kernel/outcome.ts";
import { changeBay, deleteBay, listBays } from "../../lib/pucks/bays.actions.ts";
import { registerPuck, releasePuck } from "../../lib/pucks/claims.actions.ts";
import { listPucks } from "../../lib/pucks/pucks.queries.ts";
import type { PageHome } from "../../lib/sharing/home-page/page-home.ts";
import { BayChange, type Puck, PuckRegistration, type Bay as ShownBay } from "../../schema/wire/companion.ts";
import { Choice, Field, Form, Ticks, useIsBack } from "./components/fields.tsx";
import { List, Row, Section } from "./components/list.tsx";
import { Ask, Unfold } from "./components/press.tsx";
import { useMay, useTeller } from "./components/teller-scope.ts";
import type { Form as SentForm } from "./form.ts";
import { nameOf } from "./format/name-of.ts";
import type { Teller } from "./format/teller.ts";
import { idIn } from "./session.ts";
import { homeOf, type Site } from "./site.ts";
import { together } from "./together.ts";

const PATH = "/settings/pucks";

/** What a bay can show, as its form says it; a room's name follows a colon. */
const WHOLE_HOME = "home";
const SOME_SENSORS = "sensors";
const roomChoice = (room: string): string => `room:${room}`;

/** A bay as the wire takes it: by room, or by sensors ticked one by one. */
function bayWish({ text, all }: SentForm) {
  const [name, shows] = [text("name"), text("shows")];
  if (shows === SOME_SENSORS) return { name, sensor_ids: all("sensors") };
  return { name, sensor_ids: null, space: shows === WHOLE_HOME ? null : shows.replace(roomChoice(""), "") };
}

/** `/settings/pucks`: the pucks of the home, and the bays that they stand in with what makes their moods. */
export function puckPages({ services, page }: Site): void {
  const { form, act } = page(PATH, "read_home", {
    load: (c) =>
      together({
        home: homeOf(c, services),
        pucks: listPucks(services.db, c.var.householdId),
        listed: listBays(services, c.var.member),
      }),
    view: ({ home, pucks, listed: { bays } }, { words }) => (
      <>
        <p class="hint">{words.pucks.lead}</p>
        <Pucks pucks={pucks} bays={bays} />
        <Bays home={home} bays={bays} />
      </>
    ),
  });
  form(PATH, "register_puck", {
    shape: PuckRegistration,
    run: (c, { device_id: deviceId, secret }) => registerPuck(services, c.var, { deviceId, secret }),
    done: "created",
  });
  act(`${PATH}/:id/remove`, "register_puck", releasePuck, "removed");
  form("/settings/bays/:id", "manage_sensors", {
    shape: BayChange,
    wish: bayWish,
    run: (c, { name, space, sensor_ids: sensorIds }) =>
      sensorIds?.length === 0
        ? refuseField("shows", "must have at least one sensor")
        : changeBay(services, c.var, { bayId: idIn(c), name, space, sensorIds }),
    done: "saved",
  });
  act("/settings/bays/:id/remove", "manage_sensors", deleteBay, "removed");
}

type Props = { bays: readonly ShownBay[] };

function Pucks({ pucks, bays }: Props & { pucks: readonly Puck[] }) {
  const teller = useTeller();
  const mayChange = useMay("register_puck");
  const { pucks: words } = teller.words;
  const nameOfBay = (id: string | null) => {
    const bay = bays.find((each) => each.bay_id === id);
    return bay === undefined ? words.unclaimed : bayName(bay, teller);
  };
  return (
    <Section id="pucks" title={words.pucks}>
      <List items={pucks}>
        {({ device_id: id, registered_at: at, bay_id: bay }) => (
          <Row
            title={id}
            facts={[nameOfBay(bay), teller.date(at)]}
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
    </Section>
  );
}

/** A claim that names no bay leaves it called by its id, which says nothing to people. */
const bayName = ({ bay_id: id, name }: ShownBay, { words }: Teller): string =>
  name === id ? words.pucks.unnamedBay : name;

function Bays({ home, bays }: Props & { home: PageHome }) {
  const teller = useTeller();
  const mayChange = useMay("manage_sensors");
  const { pucks: words } = teller.words;
  return (
    <Section id="bays" title={words.bays}>
      <List items={bays} empty={<p class="hint">{words.noBays}</p>}>
        {(bay) => (
          <Row
            title={bayName(bay, teller)}
            facts={[`${words.moods[bay.mood]}: ${bay.reason}`, sourceText(bay, home, teller)]}
          >
            {mayChange ? <BayForm bay={bay} home={home} /> : null}
          </Row>
        )}
      </List>
    </Section>
  );
}

/** How long a person's word holds, else whose sensors make the mood. */
function sourceText(
  { source, override_until: until, space, sensor_ids: ids }: ShownBay,
  home: PageHome,
  { words: { pucks: words }, dateTime }: Teller,
): string {
  if (source === "override" && until !== null) return words.until(dateTime(until));
  const chosen = sensorsOf(home).filter(({ sensor }) => ids?.includes(sensor.id));
  return ids === null ? (space ?? words.wholeHome) : words.sensorCount(chosen.length);
}

const sensorsOf = ({ devices }: PageHome) =>
  devices.flatMap((device) => device.sensors.map((sensor) => ({ sensor, device })));

function BayForm({ bay, home }: { bay: ShownBay; home: PageHome }) {
  const teller = useTeller();
  const { words } = teller;
  const path = `/settings/bays/${encodeURIComponent(bay.bay_id)}`;
  const rooms = [...new Set([...home.devices.map(({ space }) => space), bay.space ?? ""])];
  const sensors = sensorsOf(home);
  const room = bay.space === null ? WHOLE_HOME : roomChoice(bay.space);
  return (
    <Unfold text={words.people.change} of={bayName(bay, teller)} isOpen={useIsBack(path)}>
      <Form action={path} shape={BayChange} labels={words.pucks} values={bay} submit={words.owner.save}>
        <Field label={words.device.name} name="name" />
        <Choice
          name="shows"
          value={bay.sensor_ids === null ? room : SOME_SENSORS}
          options={[
            [WHOLE_HOME, words.pucks.wholeHome],
            ...rooms.filter((room) => room !== "").map((room) => [roomChoice(room), room] as const),
            ...(sensors.length === 0 ? [] : [[SOME_SENSORS, words.pucks.someSensors] as const]),
          ]}
        />
        <Ticks
          label={words.device.sensors}
          name="sensors"
          values={bay.sensor_ids ?? []}
          options={sensors.map(({ sensor, device }) => [
            sensor.id,
            `${nameOf(sensor, words)} (${device.name})`,
          ])}
        />
      </Form>
      <Ask
        action={`${path}/remove`}
        text={words.owner.remove}
        of={bayName(bay, teller)}
        warning={words.pucks.bayWarning}
      />
    </Unfold>
  );
}
