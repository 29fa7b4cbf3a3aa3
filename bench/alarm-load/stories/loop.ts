import type { Chance } from "../weather.ts";
import type { Climate, ClimateKind } from "./climate.ts";
import { burning, exchangeAt, type RoomLaw, SMALL_HOURS, spaceOf, sunAt, wantedAt } from "./spaces.ts";

/**
 * A third physics, kept untouched by every choice: radiators with water in them under a thermostat that looks every twenty
 * minutes, a wall of two layers, a neighbor behind another wall, and air that leaks the more the colder it is outdoors.
 */
export const radiatorsAndNeighbor: RoomLaw = (chance, room) => {
  const { tauHours } = room;
  let [air, inner, outer, water] = [
    room.setpoint,
    room.setpoint - 0.5,
    room.setpoint - 6,
    room.setpoint + 12,
  ];
  const neighbor = chance.between(12, 17);
  const shared = chance.between(0.02, 0.08) / tauHours;
  const strength = (60 / tauHours) * chance.between(0.9, 1.3);
  let [isOn, looked] = [false, Number.NEGATIVE_INFINITY];
  return spaceOf(
    room,
    () => air,
    ({ hours, outdoors, heating }) => {
      if (hours - looked >= 1 / 3) {
        looked = hours;
        const wanted = wantedAt(room, hours);
        isOn = air < wanted - 0.3 || (isOn && air < wanted + 0.5);
      }
      const gives = burning(room, hours, isOn) * strength * heating;
      const [window, sun] = [exchangeAt(room, hours), sunAt(room, hours) / tauHours];
      for (let step = 0; step < 5; step += 1) {
        const leak = (0.05 * Math.sqrt(Math.abs(air - outdoors))) / tauHours + window;
        const [fromWater, toInner] = [0.09 * (water - air), 0.25 * (air - inner)];
        const [toOuter, lost] = [0.12 * (inner - outer), (0.75 / tauHours) * (outer - outdoors)];
        air +=
          (SMALL_HOURS / 0.06) *
          (fromWater - toInner - leak * (air - outdoors) - shared * (air - neighbor) + 0.3 * sun);
        inner += (SMALL_HOURS / 0.45) * (toInner - toOuter + 0.4 * sun);
        outer += (SMALL_HOURS / 0.35) * (toOuter - lost);
        water += (SMALL_HOURS / 0.12) * (gives - fromWater);
      }
    },
  );
};

/** How long a spell lasts at least, in hours, and what the clear ones do to nights and noons, in K. */
const SPELL = { hoursMin: 18, clearNoon: 2, clearNight: 5 } as const;

/** Spells of clear and of clouded days, which come on within half a day; a clear night goes on cooling until dawn. */
export function spells(chance: Chance, kind: ClimateKind, hours: number): Climate {
  let [left, clear, wanted, mass] = [0, 0.5, 0, 0];
  return Float64Array.from({ length: hours }, (_, hour) => {
    left -= 1;
    if (left <= 0) {
      left = SPELL.hoursMin - kind.massHours * Math.log(1 - chance.next() * 0.98);
      clear = chance.next();
      wanted = kind.wander * (chance.heavy() - clear + 0.5);
    }
    mass += (wanted - mass) / 9;
    const clock = hour % 24;
    const day = clock > 8 && clock < 18 ? Math.sin((Math.PI * (clock - 8)) / 10) : 0;
    const night = day > 0 ? 0 : ((clock < 9 ? clock + 6 : clock - 18) / 15) * clear;
    return kind.mean + mass + day * (kind.swing + SPELL.clearNoon * clear) - night * SPELL.clearNight;
  });
}
