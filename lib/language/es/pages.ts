import type { ToldWords, Words } from "../en/pages.ts";
import { toldBy, withTexts } from "../with-texts.ts";
import { calledTexts } from "../words.ts";
import { ES_CALLED, ES_FAILURES } from "./channels.ts";
import texts from "./pages.json" with { type: "json" };
import { problemEs, refusedBodyEs } from "./problems.ts";
import { ES_SENSOR_KINDS } from "./reasons.ts";
import valued from "./told.json" with { type: "json" };

/** Spanish. */
const told: ToldWords = {
  standing: {
    pastLimitAdvice: (limit, isOwn) => `Su límite es ${limit}.${isOwn ? " Le avisaremos si sigue así." : ""}`,
  },
  alert: {
    freeze: {
      title: (where, value, isCritical) =>
        `${isCritical ? "Las tuberías pueden helarse" : "Hace frío"}: ${where} está a ${value}`,
      advice: (isCritical) =>
        isCritical
          ? "Revise la calefacción ahora. Abra los armarios, deje gotear los grifos y localice la llave de paso."
          : "Revise allí la calefacción, las puertas y las ventanas.",
    },
    humidity: {
      title: (where, value) => `Humedad: ${where} está al ${value}`,
      advice: () => "Ventile la habitación o use un deshumidificador: el moho crece por encima del 60 %.",
    },
    leak: {
      title: (where) => `Fuga de agua: hay agua en ${where}`,
      advice: () => "Cierre el agua, y corte la corriente si hay agua cerca. Después busque el origen.",
    },
    outage: {
      title: (where) => `${where} está sin conexión`,
      advice: () =>
        "Compruebe la corriente, la batería y el wifi de ese lugar. No lo vigilamos hasta que vuelva a conectarse.",
    },
    forecast: {
      title: (where, value) => `Helada prevista: ${where}, hasta ${value}`,
      advice: () =>
        "Antes de que haga frío: deje gotear los grifos, abra los armarios, cierre las rejillas y revise la calefacción.",
    },
    time_to_freeze: {
      title: (where, value) => `Quedan unas ${value} hasta que ${where} se hiele`,
      advice: () => "Ponga en marcha la calefacción o vacíe las tuberías a tiempo.",
    },
    heating_stopped: {
      title: (where) => `Puede que la calefacción esté apagada: ${where} no deja de enfriarse`,
      advice: () => "Revise la caldera o el termostato, o díganos si la bajó a propósito.",
    },
    incident: {
      title: (where) => `Varios dispositivos afectados: ${where}`,
      advice: () =>
        "Varios problemas a la vez suelen tener una sola causa. Revise la corriente, internet y la calefacción.",
    },
    sensor_fault: {
      title: (where) => `Problema de sensor: ${where} puede estar mal`,
      advice: () => "Revise el cable y la batería. No vigilamos este lugar hasta que se arregle.",
    },
    cold_storage: {
      title: (where, value) => `Demasiado calor: ${where} está a ${value}`,
      advice: () => "Revise la puerta, el enchufe y el fusible. Manténgalo cerrado para conservar el frío.",
    },
    rule: {
      title: (where, value) => `${where}: ${value}`,
      advice: () => "De su regla personalizada.",
    },
  },
  card: {
    changed: (size, isDown, span) => `${isDown ? "baja" : "sube"} ${size} en ${span ?? "una hora"}`,
    more: (count, troubled) =>
      `Ver ${count === 1 ? "1 sensor más" : `${count} sensores más`}${troubled === 0 ? "" : troubled === 1 ? " (1 requiere atención)" : ` (${troubled} requieren atención)`}`,
  },
  charts: {
    neverPast: (where) => `Nunca ${where.charAt(0).toLowerCase()}${where.slice(1)}`,
    neverOn: (word) => `Nunca ${word.toLowerCase()}`,
  },
  signIn: {
    linkOpens: (email, home) =>
      home === null
        ? `Pulse el botón para iniciar sesión como ${email} y crear una casa nueva. Este enlace sirve una vez.`
        : `Pulse el botón para iniciar sesión como ${email} y abrir «${home}». Este enlace sirve una vez.`,
  },
  home: {
    online: (count, all) =>
      count === all
        ? all === 1
          ? "1 dispositivo, conectado."
          : `Los ${all} dispositivos están conectados.`
        : `${count} de ${all} dispositivos están conectados.`,
  },
  alertPage: {
    channels: {
      ...texts.alertPage.channels,
      ...calledTexts(ES_CALLED, "name"),
    },
  },
  evidence: {
    span: (from, to) => (to === null ? `Desde ${from}, sigue abierta.` : `De ${from} a ${to}.`),
    range: (sensor, count, low, high) =>
      `${sensor}: ${count} ${count === 1 ? "lectura" : "lecturas"}, de ${low} a ${high}.`,
    asMeasured: (isRaw) =>
      isRaw
        ? "Tal como se midieron. El documento incluye cada lectura con su hora."
        : "Algunas son medias, porque su plan ya no guarda las lecturas sueltas. El documento dice cuáles.",
  },
  sensorKinds: ES_SENSOR_KINDS,
  received: {
    refusal: refusedBodyEs,
  },
  notifications: {
    contactKinds: {
      ...calledTexts(ES_CALLED, "asked"),
    },
  },
  sessions: {
    since: (time, address) =>
      address === null ? `sesión iniciada el ${time}` : `sesión iniciada el ${time} desde ${address}`,
  },
  activity: {
    operator: (name: string | null) => (name === null ? "un operador" : `operador ${name}`),
  },
  operator: {
    figures: ({ homes, devices, heard, posts, sent, failed }) =>
      `${homes === 1 ? "1 casa" : `${homes} casas`} · ${devices === 1 ? "1 dispositivo" : `${devices} dispositivos`}, ${heard} en línea en la última hora · unos ${posts} envíos por minuto · ${sent} mensajes enviados y ${failed} fallidos en las últimas 24 horas`,
  },
  failures: ES_FAILURES,
  problem: {
    told: problemEs,
  },
};

export const es: Words = withTexts(withTexts(texts, toldBy(valued)), told);
