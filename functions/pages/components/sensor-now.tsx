import { deviceStatus } from "../../../lib/devices/device-status.ts";
import type { HomeSensor, SensorOfDevice } from "../../../lib/devices/home-device.ts";
import { stateKind, stateWord } from "../format/name-of.ts";
import { Ago } from "./ago.tsx";
import { Icon } from "./icons.tsx";
import { useTeller } from "./teller-scope.ts";

/** What a sensor says now, how long ago that was, and what is to be known of it. */
export function SensorNow({ sensor, device }: SensorOfDevice) {
  if (sensor.value === null || sensor.recordedAt === null)
    return <p class="value">{useTeller().words.card.never}</p>;
  return (
    <div>
      <Value sensor={sensor} kind="now" />
      <p class="age">
        <Mark sensor={sensor} device={device} /> <Ago at={sensor.recordedAt} />
      </p>
    </div>
  );
}

type ValueProps = { sensor: HomeSensor; kind?: "now" };

export function Value({ sensor: { value, unit, isState, kind: of }, kind }: ValueProps) {
  const { words, figure } = useTeller();
  if (value === null) return <p class="value">–</p>;
  const isOn = value !== 0;
  const { text, unit: shown } = figure(value, unit);
  const classes = ["value", isState ? "word" : "", kind].filter(Boolean).join(" ");
  return (
    <p class={classes}>
      {isState ? <Icon name={of === "door" && isOn ? "open" : stateKind(of)} /> : null}
      {isState ? stateWord(words, of, isOn) : text}
      {isState ? null : <small>{shown}</small>}
    </p>
  );
}

/** Why a value is not to be trusted as it stands. */
export function Mark({ sensor, device }: SensorOfDevice) {
  const { words, now } = useTeller();
  const mark = sensor.unitSource === "assumed" ? words.unit.unknown : doubt();
  return mark === null ? null : <span class="mark">{mark}</span>;

  function doubt(): string | null {
    const status = deviceStatus(device, now);
    if (sensor.faultyAt !== null) return words.card.faulty;
    if (sensor.fault !== null) return words.sensor.fault;
    return status === "offline" || status === "late" ? words.card[status] : null;
  }
}
