import { nameText } from "../../messages/notice/plain-text.ts";
import { driftOf, hasDrifted, more, type NoticeView, standInValue } from "../notice-view.ts";
import type { KindWords } from "../notice-words.ts";

const FAULTS: Record<string, string> = {
  unplugged: "informa de que está desenchufado o roto",
  stuck: "repite un valor y puede estar atascado",
  drifted: "se ha alejado de los termómetros que lo rodean",
};

function faultText(view: NoticeView): string {
  const drift = driftOf(view);
  const by = drift === null ? "" : `, ${drift.degrees} ${drift.unit} de ${drift.isWarm ? "más" : "menos"}`;
  return `${FAULTS[String(more(view, "fault"))] ?? "envía lecturas que no parecen ciertas"}${by}`;
}

/** Quién vigila mientras tanto. */
function watchText(view: NoticeView): string {
  const guards = more(view, "guards");
  const standIn = more(view, "stand_in");
  if (standIn !== null) {
    const value = standInValue(view);
    return `Hasta entonces lo sustituye el sensor más cercano, ${nameText(String(standIn), "otro")}${value === null ? "" : `, que está a ${value}`}.`;
  }
  if (guards === null) return "Hasta entonces ese lugar no se vigila.";
  return `Hasta entonces no se vigila si allí hay ${guards === "water" ? "agua" : "helada"}.`;
}

export const SENSOR_FAULT: KindWords = {
  noun: "fallo de sensor",
  plight: "un fallo de sensor",
  bad: (view) => `Fallo de sensor: ${view.where} ${faultText(view)}`,
  still: (view) => `Sigue el fallo de sensor: ${view.where} ${faultText(view)}`,
  over: ({ where }) => `${where} vuelve a funcionar`,
  advice: (view) =>
    `${hasDrifted(view) ? "Ponga otro termómetro a su lado y cámbielo si se equivoca." : "Revise su cable y su batería."} ${watchText(view)}`,
};
