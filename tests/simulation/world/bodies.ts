import type { Model, Sent } from "./model.ts";
import { type Device, floodKey, markerKey, temperatureKey } from "./world.ts";

const COLD_F = 12;
const WARM_F = 60;

/** Returns a device's current body; its marker makes each body different from all others. */
export function bodyOf(device: Device, model: Model, nowMs: number): { sent: Sent; json: unknown } {
  const marker = model.nextMarker();
  const temperature = (device.isCold ? COLD_F : WARM_F) + (marker % 500) / 100;
  const { isWet } = device;
  const sent: Sent = {
    marker,
    deviceId: device.id,
    atMs: nowMs + Math.min(0, device.ownClockAheadMs ?? 0),
    temperature,
    isWet,
    isAcknowledged: false,
  };
  model.sent.set(marker, sent);
  return { sent, json: jsonOf(device, sent, nowMs) };
}

function jsonOf(device: Device, { marker, temperature, isWet }: Sent, nowMs: number): unknown {
  const { ownClockAheadMs } = device;
  if (ownClockAheadMs === null)
    return { [temperatureKey(device)]: temperature, [floodKey(device)]: isWet, [markerKey(device)]: marker };
  const t = (nowMs + ownClockAheadMs) / 1_000;
  return [
    { n: temperatureKey(device), u: "degF", v: temperature, t },
    { n: floodKey(device), vb: isWet, t },
    { n: markerKey(device), u: "/", v: marker, t },
  ];
}
