import { LIMITS } from "../../../schema/limits.ts";
import { ALERT_LIMITS } from "../../alerts/limits.ts";
import type { NoticeWords, ResponderWords } from "../en/notices.ts";
import type { Hour } from "../notice-view.ts";
import { atHour, ES_KINDS, hourText } from "./kinds.ts";

export const ES_NOTICES: NoticeWords = {
  kinds: ES_KINDS,
  yourHome: "su casa",
  yourCity: "su ciudad",
  lessThanAMinute: "menos de un minuto",
  isAt: (value) => `está a ${value}`,
  holdsAt: (value) => `se mantiene a ${value}`,
  wasAt: (value, hour: Hour) => `estaba a ${value} ${atHour(hour)}`,
  trend: (degrees, isDown, span) => `, ${degrees} ${isDown ? "menos" : "más"} en ${span ?? "una hora"}`,
  freezes: (earliest, latest) => {
    const early = earliest === null ? " en cualquier momento" : ` a partir de ${hourText(earliest)}`;
    if (latest === null) return early;
    return `${early}, ${latest.isLikely ? "hacia" : "antes de"} ${hourText(latest.hour)}`;
  },
  ahead: (time) => ` hasta el ${time}`,
  shortened: (headline) => headline.replace(" está a ", " "),
  after: (span) => `, tras ${span}`,
  since: (hour) => `, desde ${hourText(hour)}`,
  worse: (bad) => `Empeora: ${bad}`,
  leads: {
    unanswered: (news) => `Nadie ha respondido: ${news}`,
    renewal: (news) => `Se ocupó de esto hace ${ALERT_LIMITS.ackHours} horas: ${news}`,
    worse: (news) => `Ha empeorado desde que usted se ocupa: ${news}`,
  },
  eased: (still) => `Algo mejor: ${still}`,
  distrusted: (where) => `Revise el sensor: ${where}`,
  flapping: (where, openings) => `Va y viene: ${where}, ${openings} alertas en una hora`,
  notMonitored: (where) => `Ya no se vigila: ${where}`,
  alwaysSoCold: (where) => `Siempre hace este frío: ${where}. Le avisaremos si hace más frío de lo habitual`,
  misread: (where, sent, taken) => `Unidad corregida: ${where} envía ${sent}, no ${taken}`,
  askUnit: (where, value) => `¿${where} está a ${value} °F o a ${value} °C?`,
  unitAdvice:
    "El sensor no lo dice. Elija la unidad en la página de la alerta: hasta entonces no puede dar una alerta crítica.",
  askPlace: (where, value) =>
    `${where} está a ${value}: ¿está en una habitación, en un espacio sin calefacción o es parte de una máquina?`,
  placeAdvice:
    "El nombre no lo dice. Elija dónde está en la página del sensor: hasta entonces no puede dar una alerta crítica.",
  distrustedAdvice:
    "Revise su cable y su batería. Las alertas abiertas siguen abiertas hasta que sus lecturas vuelvan a ser correctas.",
  flappingAdvice: (advice) => `${advice} No enviaremos más hasta que se estabilice.`,
  cadence: {
    daily: "A partir de ahora recibirá un recordatorio al día.",
    digest: "A partir de ahora solo aparecerá en el informe semanal.",
  },
  facts: {
    where: "Lugar",
    reading: "Lectura",
    failingSince: "Falla desde",
    lastReading: "Última lectura",
    feed: "Fuente",
    since: "Desde",
    lasted: "Duración",
    worst: "Peor valor",
    why: "Motivo",
  },
  failing: (failure) => `falla: ${failure}`,
  take: "Me ocupo yo",
  see: "Ver qué pasó",
  moreAlerts: (count) => (count === 1 ? "y 1 alerta más" : `y ${count} alertas más`),
  moreLines: (count) => `… y ${count} más`,
  alerts: (count) => `${count} alertas`,
  alertsAt: (alerts, home) => `${alerts} en ${home}`,
  lastHours: (hours, low, high) =>
    `Las últimas ${hours} horas: ${low === high ? `a ${low}` : `entre ${low} y ${high}`}`,
  neighbours: (city, share) => {
    if (share === null)
      return `Casi ninguna otra de las casas que participan en ${city} está sin conexión: revise primero el cuadro eléctrico y el router de la casa.`;
    const some = share === 0 ? "Algunas otras casas" : `Cerca del ${share} % de las otras casas`;
    return `${some} que participan en ${city} también están sin conexión: no es solo esta casa.`;
  },
  blocks: {
    country: "este servicio no los envía a ese país",
    not_in_plan: "forman parte del plan Pro",
    month_used_up: "los de este mes se han agotado",
    all_used_up: "este servicio ha llegado a su límite de hoy",
    newcomers_used_up: "las casas nuevas han llegado a su límite de hoy",
    trial_used_up: `una casa en prueba envía como máximo ${LIMITS.trialSmsPerDay} al día`,
    number_used_up: `su número ya ha recibido ${LIMITS.numberSmsPerDay} hoy`,
    number_gone: "su número de teléfono ya no admite mensajes de texto",
    call_country: "este servicio no llama a números de ese tipo",
    call_not_in_plan: "forman parte del plan Pro",
    call_month_used_up: "las de este mes se han agotado",
    call_day_used_up: `una casa hace como máximo ${LIMITS.homeCallsPerDay} al día`,
    call_all_used_up: "este servicio ha llegado a su límite de hoy",
    call_newcomers_used_up: "las casas nuevas han llegado a su límite de hoy",
    call_number_gone: "su número de teléfono ya no acepta llamadas",
    used_up: "esta casa ha llegado a su límite de hoy",
  },
  byMail: (reason, wasCall) =>
    `Esto habría sido ${wasCall ? "una llamada" : "un mensaje de texto"}, pero ${reason}. Lo enviamos por correo.`,
  test: {
    subject: "Prueba de Hearthwatch",
    text: (home) =>
      `Esto es una prueba de Hearthwatch para ${home}. Las alertas le llegarán de la misma manera.`,
  },
};

export const ES_RESPONDERS: ResponderWords = {
  kinds: {
    freeze: "Peligro de heladas",
    humidity: "Mucha humedad",
    leak: "Se ha detectado agua",
    outage: "Un sensor está sin conexión",
    forecast: "Se acerca una helada fuerte",
    time_to_freeze: "Las tuberías pueden helarse pronto",
    heating_stopped: "Puede que la calefacción se haya parado",
    cold_storage: "Un congelador o una nevera está demasiado caliente",
    sensor_fault: "Un sensor no funciona",
    incident: "La casa está sin conexión",
    rule: "Se ha alcanzado un límite",
  },
  subject: (what, home) => `${what} en ${home}`,
  reasons: {
    nobody: () => "Nadie de la casa ha respondido. ¿Puede ayudar?",
    worse: () => "Ha empeorado desde que se hizo cargo. ¿Puede seguir ayudando?",
    expired: (hours) => `Se hizo cargo hace ${hours} horas y sigue abierta. ¿Puede seguir ayudando?`,
  },
  more: (count) => (count === 1 ? "Hay otra alerta abierta." : `Hay otras ${count} alertas abiertas.`),
  since: (where, hour) => `${where}, desde ${hourText(hour)}.`,
  open: "Ver y responder",
  ask: (by, home) => `${by} quiere que le avisemos si algo va mal en ${home} y nadie responde`,
  askMore: "No recibirá nada más si no dice que sí. Puede dejarlo cuando quiera con este mismo enlace.",
  askOpen: "Responder",
  answers: {
    on_my_way: (who) => `${who} va para allá`,
    there: (who) => `${who} ya está allí`,
    water_off: (who) => `${who} ha cerrado el agua`,
    cannot: (who) => `${who} no puede ir`,
  },
  about: (title, home) => `${title}, en ${home}.`,
  see: "Ver la alerta",
};
