import type { AlertKind } from "../../../schema/vocabulary.ts";
import type { CallWords, TelegramWords, TextWords } from "../channel-words.ts";

/** A kind that has no words here yet is an alert. */
const KINDS: { readonly [K in AlertKind]?: string } = {
  freeze: "peligro de congelación",
  humidity: "humedad",
  leak: "hay agua donde no debe",
  outage: "un dispositivo no da señales",
  forecast: "se espera una helada",
  time_to_freeze: "el hogar se enfría hacia el punto de congelación",
  heating_stopped: "la calefacción se ha parado",
  cold_storage: "un congelador o una nevera está demasiado caliente",
  sensor_fault: "un sensor no funciona bien",
  incident: "varias alertas con una misma causa",
  rule: "se cumple una regla propia",
};

export const ES_CALLS: CallWords = {
  voice: "es-MX",
  fahrenheit: "grados Fahrenheit",
  celsius: "grados Celsius",
  percent: "por ciento",
  news: (home, { kind, space, sensor, device, value, unit }, more) => {
    const place = [space, sensor ?? device].filter((name) => name !== null && name !== "").join(", ");
    const measured = value === null || unit === null ? "" : `: ${Math.round(value * 10) / 10} ${unit}`;
    const others = more > 0 ? ` Y ${more} ${more === 1 ? "alerta" : "alertas"} más.` : "";
    return `Le llama Hearthwatch, por ${home}. Alerta: ${KINDS[kind] ?? "hay una alerta"}. ${place}${measured}.${others}`;
  },
  press: "Pulse 1 para decir que usted se ocupa.",
  link: "Vea sus mensajes para saber más.",
  taken: "Gracias. Usted se ocupa. No habrá más recordatorios, salvo que empeore.",
  over: "Ya no queda nada de que ocuparse. Adiós.",
  code: (digits) => `Le llama Hearthwatch. Su código es ${digits}.`,
  bye: "Adiós.",
};

export const ES_TELEGRAM: TelegramWords = {
  taken: "Usted se ocupa. No habrá más recordatorios, salvo que empeore.",
  over: "Aquí ya no queda nada de que ocuparse.",
  connected: "Conectado. Las alertas de su hogar llegarán aquí.",
  unknown: "Este enlace ya no es válido. Pida otro en la página Notificaciones.",
};

export const ES_TEXTS: TextWords = {
  taken: (title) => `Usted se ocupa: ${title}. No habrá más recordatorios, salvo que empeore.`,
  nothing: "No hay ninguna alerta abierta que se haya enviado a este número en las últimas 12 horas.",
  forbidden: "Su función en este hogar no permite ocuparse de alertas.",
  help: "Hearthwatch le avisa de las alertas de su hogar. Responda 1 para ocuparse de la última, STOP para no recibir más mensajes.",
  other: "No lo hemos entendido. Responda 1 para ocuparse de la última alerta, STOP para no recibir más.",
};

export const ES_REPLY_ASKED = "Responda 1 si se ocupa usted.";
