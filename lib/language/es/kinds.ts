import type { AlertKind } from "../../../schema/vocabulary.ts";
import { nameText } from "../../messages/sms-text.ts";
import {
  batteryLeft,
  freezesFrom,
  type Hour,
  hasFrozen,
  hasNumber,
  isCritical,
  isDry,
  isFrozen,
  isIndoor,
  isOfAWeek,
  isPowerOut,
  isThawing,
  isUsualCold,
  lastHeard,
  more,
  type NoticeView,
  namedIn,
  placeOf,
  presenceIn,
  standInValue,
  wetFrom,
  wetOften,
} from "../notice-view.ts";
import type { KindWords } from "../notice-words.ts";

const FAULTS: Record<string, string> = {
  unplugged: "informa de que está desenchufado o roto",
  stuck: "repite un valor y puede estar atascado",
};
const PRESENCE = { door: "Se abrió mientras está fuera", motion: "Movimiento mientras está fuera" } as const;

function faultText(view: NoticeView): string {
  return FAULTS[String(more(view, "fault"))] ?? "envía lecturas que parecen erróneas";
}

/** Quién vigila mientras tanto. */
function watchText(view: NoticeView): string {
  const guards = more(view, "guards");
  const standIn = more(view, "stand_in");
  if (standIn !== null) {
    const value = standInValue(view);
    return `Hasta entonces lo sustituye el sensor más cercano, ${nameText(String(standIn), "otro")}${value === null ? "" : `, que está a ${value}`}.`;
  }
  if (guards === null) return "Hasta entonces no vigilamos ese lugar.";
  return `Hasta entonces no vigilamos allí ${guards === "water" ? "el agua" : "las heladas"}.`;
}

export const SENSOR_FAULT: KindWords = {
  noun: "problema de sensor",
  plight: "un problema de sensor",
  bad: (view) => `Problema de sensor: ${view.where} ${faultText(view)}`,
  still: (view) => `Sigue el problema de sensor: ${view.where} ${faultText(view)}`,
  over: ({ where }) => `${where} vuelve a funcionar`,
  advice: (view) => `Revise su cable y su batería. ${watchText(view)}`,
};

const COLD_STORAGE: KindWords = {
  noun: "congelador o nevera",
  plight: "un congelador o una nevera demasiado caliente",
  bad: (view) =>
    isThawing(view)
      ? `La comida congelada se puede descongelar: ${view.where} ${view.isAt}`
      : `Demasiado caliente para la comida: ${view.where} ${view.isAt}${view.trend}`,
  worse: (view) => COLD_STORAGE.bad(view),
  still: (view) => `Sigue demasiado caliente para la comida: ${view.where} ${view.isAt}`,
  over: (view) => `Vuelve a estar frío: ${view.where} ${view.isAt}`,
  advice: (view) =>
    isThawing(view)
      ? "Pásela a otro congelador o cocínela. Lo que aún tiene cristales de hielo se puede volver a congelar."
      : "Revise la puerta y el enchufe. No lo abra: un congelador lleno aguanta dos días.",
};

/** «las 3:05», «la 1:30», «las 3:05 del vie». */
export const hourText = ({ clock, weekday }: Hour): string => {
  const hour = `${/^1:/.test(clock) ? "la" : "las"} ${clock}`;
  return weekday === null ? hour : `${hour} del ${weekday}`;
};

/** «a las 3:05». */
export const atHour = (hour: Hour): string => `a ${hourText(hour)}`;

function coldText(view: NoticeView): string {
  if (!isCritical(view)) return "Frío";
  return isFrozen(view) ? "Bajo cero" : "Las tuberías pueden helarse";
}

const FREEZE: KindWords = {
  noun: "frío",
  plight: "frío de helada",
  bad: (view) => `${coldText(view)}: ${view.where} ${view.isAt}${view.trend}`,
  still: (view) =>
    `Sigue ${isFrozen(view) ? "bajo cero" : isCritical(view) ? "cerca de helarse" : "haciendo frío"}: ${view.where} ${view.isAt}${view.trend}`,
  over: (view) =>
    isUsualCold(view)
      ? `Siempre hace este frío: ${view.where} ${view.isAt}. Le avisaremos si hace más frío que de costumbre`
      : `Ya no hace frío: ${view.where} ${view.isAt}`,
  advice: (view) =>
    isCritical(view)
      ? "Revise la calefacción ahora. Deje gotear los grifos."
      : "Revise allí la calefacción, las puertas y las ventanas.",
};

const HUMIDITY: KindWords = {
  noun: "humedad",
  plight: "humedad",
  bad: (view) => `${isDry(view) ? "Aire seco" : "Humedad"}: ${view.where} ${view.isAt}${view.trend}`,
  still: (view) =>
    `${isDry(view) ? "El aire sigue seco" : "Sigue habiendo humedad"}: ${view.where} ${view.isAt}${view.trend}`,
  over: (view) => `La humedad vuelve a estar bien: ${view.where} ${view.isAt}`,
  advice: (view) =>
    isDry(view)
      ? "Humidifique el aire o baje un poco la calefacción."
      : "Ventile la habitación o use un deshumidificador.",
};

const LEAK: KindWords = {
  noun: "fuga",
  plight: "agua",
  bad: (view) => {
    const often = wetOften(view);
    return often === null
      ? `Fuga de agua: hay agua en ${view.where}`
      : `Agua una y otra vez: ${view.where}, ${often.times} veces desde ${hourText(often.from)}`;
  },
  still: (view) => {
    const often = wetOften(view);
    return often === null
      ? `Sigue habiendo agua: ${view.where}`
      : often.times === 1
        ? `Mojado otra vez: ${view.where}, desde ${hourText(often.from)}`
        : `Se sigue mojando: ${view.where}, ${often.times} veces desde ${hourText(often.from)}`;
  },
  worse: (view) => {
    const from = wetFrom(view);
    return from === null
      ? `Empeora: ${LEAK.bad(view)}`
      : `Peor que antes: hay agua en ${view.where} desde ${hourText(from)}`;
  },
  over: ({ where }) => `Vuelve a estar seco: ${where}`,
  again: (view) => {
    if (wetOften(view) !== null)
      return {
        line: LEAK.still(view),
        advice:
          "Pasa tan a menudo como otros días. Busque de dónde viene el agua. Le avisaremos enseguida si se moja más a menudo o sigue mojado más tiempo.",
      };
    const spells = more(view, "damp_spells");
    return typeof spells === "number"
      ? {
          line: `Se moja una y otra vez: ${view.where}, ${spells} veces en ${isOfAWeek(view) ? "una semana" : "un día"}`,
          advice:
            "Busque condensación o un goteo lento. Le avisaremos enseguida si sigue mojado más tiempo o si se moja otro sensor.",
        }
      : null;
  },
  advice: (view) =>
    wetOften(view) === null
      ? "Cierre el agua ahora."
      : "Busque allí una fuga lenta. Cierre el agua de ese punto hasta encontrarla.",
};

const OUTAGE: KindWords = {
  noun: "sin conexión",
  plight: "un dispositivo está sin conexión",
  bad: (view) => `Sin conexión desde ${hourText(lastHeard(view))}: ${view.where}`,
  still: ({ where, lasted }) => `Sigue sin conexión: ${where}, desde hace ${lasted}`,
  over: ({ where }) => `${where} vuelve a estar conectado`,
  advice: (view) => {
    const battery = batteryLeft(view);
    return `Compruebe allí la corriente y el wifi.${battery === null ? "" : ` Su batería estaba al ${battery} %.`}`;
  },
};

const FORECAST: KindWords = {
  noun: "previsión",
  plight: "se prevé una helada",
  bad: (view) =>
    isIndoor(view)
      ? `${view.where} puede bajar a ${view.value}${view.ahead}`
      : `Helada fuerte en el exterior: ${view.value}${view.ahead}`,
  still: (view) => FORECAST.bad(view),
  over: (view) =>
    isIndoor(view)
      ? `${view.where} no debería enfriarse demasiado`
      : "La helada fuerte ya no está en la previsión",
  advice: () => "Revise la calefacción y deje gotear los grifos antes de que haga frío.",
};

const TIME_TO_FREEZE: KindWords = {
  noun: "tiempo hasta helarse",
  plight: "se enfría hasta helarse",
  bad: (view) =>
    hasFrozen(view)
      ? `Bajo cero: ${view.where} ${view.isAt}`
      : `${view.where} puede helarse${view.freezes || " en unas horas"}`,
  still: (view) => TIME_TO_FREEZE.bad(view),
  over: (view) =>
    hasFrozen(view)
      ? TIME_TO_FREEZE.bad(view)
      : `${view.where} ${view.holdsAt || "se mantiene a su temperatura"}`,
  advice: () => "Ponga en marcha la calefacción ahora.",
};

const freezingText = (view: NoticeView): string =>
  view.freezes === "" || isFrozen(view) ? "" : `; puede helarse${view.freezes}`;

/** La más fría de varias habitaciones. */
const HEATING_STOPPED: KindWords = {
  noun: "calefacción",
  plight: "la calefacción puede haberse parado",
  bad: (view) =>
    `¿Se ha parado la calefacción? ${placeOf(view)} ${view.isAt} y sigue bajando${freezingText(view)}`,
  worse: (view) => `La calefacción puede estar apagada: ${placeOf(view)} ${view.isAt}${freezingText(view)}`,
  still: (view) => `La calefacción puede estar apagada: ${placeOf(view)} ${view.isAt}${freezingText(view)}`,
  over: (view) =>
    isFrozen(view)
      ? `La casa se está calentando; ${placeOf(view)} ${view.isAt}`
      : `${placeOf(view)} ${view.holdsAt}`,
  answered: (view) => `Resuelto: alguien ha explicado por qué hace más frío (${placeOf(view)} ${view.isAt})`,
  advice: () => "Si nadie la ha bajado y no hay puertas abiertas, revise la caldera ahora.",
};

const ANY_ROOM = "Alguna habitación";

/** Cuándo puede helarse la primera habitación. */
const boundText = (view: NoticeView): string => {
  const from = freezesFrom(view);
  if (from === null) return "";
  const when = from === "now" ? "ya" : `desde ${hourText(from)}`;
  const room = namedIn(view, "room");
  return `. ${room === null ? ANY_ROOM : nameText(room, ANY_ROOM)} puede estar a ${view.say.freezing()} ${when}`;
};

const INCIDENT: KindWords = {
  noun: "casa sin conexión",
  plight: "sin corriente, o todos los dispositivos sin conexión",
  bad: (view) => {
    const since = hourText(lastHeard(view));
    return isPowerOut(view)
      ? `Sin corriente en ${view.home} desde ${since}, y hace cada vez más frío${boundText(view)}`
      : `Sin conexión desde ${since}: ${view.home}. ¿Corriente o internet?${boundText(view).replace(".", "")}`;
  },
  still: (view) =>
    isPowerOut(view)
      ? `Sigue sin corriente ${view.home}, desde hace ${view.lasted}${boundText(view)}`
      : `Sigue sin conexión: ${view.home}, desde hace ${view.lasted}${boundText(view)}`,
  worse: (view) => INCIDENT.still(view),
  over: (view) =>
    isPowerOut(view) ? `Ha vuelto la corriente en ${view.home}` : `${view.home} vuelve a tener conexión`,
  advice: () =>
    "Pida a alguien cercano que compruebe la corriente. Casi ninguna calefacción funciona sin ella.",
};

function ruleName(view: NoticeView): string {
  const presence = presenceIn(view);
  if (presence !== null) return PRESENCE[presence];
  const { settings } = view.finding;
  return nameText("name" in settings ? settings.name : "", "Regla personalizada");
}

const reading = (view: NoticeView): string =>
  hasNumber(view) ? `${view.where} ${view.isAt}${view.trend}` : view.where;

const RULE: KindWords = {
  noun: "regla personalizada",
  plight: "una regla personalizada",
  bad: (view) => `${ruleName(view)}: ${reading(view)}`,
  still: (view) => `Sigue: ${ruleName(view)}: ${reading(view)}`,
  over: (view) => `Terminó: ${ruleName(view)}: ${reading(view)}`,
  advice: () => "De su regla personalizada.",
};

export const ES_KINDS: Record<AlertKind, KindWords> = {
  freeze: FREEZE,
  humidity: HUMIDITY,
  leak: LEAK,
  outage: OUTAGE,
  forecast: FORECAST,
  time_to_freeze: TIME_TO_FREEZE,
  heating_stopped: HEATING_STOPPED,
  cold_storage: COLD_STORAGE,
  sensor_fault: SENSOR_FAULT,
  incident: INCIDENT,
  rule: RULE,
};
