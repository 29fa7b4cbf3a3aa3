import { deviceStatus } from "../../../lib/devices/device-status.ts";
import type { SensorOfDevice } from "../../../lib/devices/home-device.ts";
import { stateKind, stateWord } from "../format/name-of.ts";
import { Ago } from "./ago.tsx";
import { Icon } from "./icons.tsx";
import { useTeller } from "./teller-scope.ts";

export function SensorNow({ sensor, device }: SensorOfDevice) {
  const teller = useTeller();
  const { value, unit, recordedAt } = sensor;
  if (value === null || recordedAt === null) return <p class="value">{teller.words.card.never}</p>;
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
