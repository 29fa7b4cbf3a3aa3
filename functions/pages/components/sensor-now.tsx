import { deviceStatus } from "../../../lib/devices/device-status.ts";
import type { HomeDevice, HomeSensor } from "../../../lib/devices/home-device.ts";
import { stateKind, stateWord } from "../format/name-of.ts";
import type { Teller } from "../format/teller.ts";
import { Ago } from "./ago.tsx";
import { Icon } from "./icons.tsx";

type Props = { sensor: HomeSensor; device: HomeDevice; teller: Teller };

/** What a sensor says now, how long ago that was, and if its device is late since. */
export function SensorNow({ sensor, device, teller }: Props) {
  const { value, unit, recordedAt } = sensor;
  if (value === null || recordedAt === null) return <p class="value none">{teller.words.card.never}</p>;
  const status = deviceStatus(device, teller.now);
  const figure = teller.figure(value, unit);
  return (
    <p class={sensor.isState ? "value word now" : "value now"}>
      {sensor.isState ? <Icon name={stateKind(sensor.kind)} /> : null}
      {sensor.isState ? stateWord(teller.words, sensor.kind, value !== 0) : figure.text}
      {sensor.isState ? null : <small>{figure.unit}</small>}
      {sensor.unitSource === "assumed" ? <span class="mark">{teller.words.unit.unknown}</span> : null}
      <span class="age">
        {status === "late" || status === "offline" ? (
          <span class="mark">{teller.words.card[status]}</span>
        ) : null}{" "}
        <Ago at={recordedAt} />
      </span>
    </p>
  );
}
