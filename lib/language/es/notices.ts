import { LIMITS } from "../../../schema/limits.ts";
import { ALERT_LIMITS } from "../../alerts/limits.ts";
import type { NoticeWords, ResponderWords } from "../en/notices.ts";
import { kindWords } from "../kind-words.ts";
import type { Hour } from "../notice-view.ts";
import { toldBy, withTexts } from "../with-texts.ts";
import kinds from "./kinds.json" with { type: "json" };
import texts from "./notices.json" with { type: "json" };

/** «las 3:05», «la 1:30», «las 3:05 del vie». */
const hourText = ({ clock, weekday }: Hour): string => {
  const hour = `${/^1:/.test(clock) ? "la" : "las"} ${clock}`;
  return weekday === null ? hour : `${hour} del ${weekday}`;
};

export const ES_NOTICES: NoticeWords = /* @__PURE__ */ withTexts(
  withTexts(texts.notices, toldBy(texts.told.notices)),
  {
    kinds: /* @__PURE__ */ kindWords(kinds, hourText),
    wasAt: (value, hour: Hour) => `estaba a ${value} a ${hourText(hour)}`,
    trend: (degrees, isDown, span) => `, ${degrees} ${isDown ? "menos" : "más"} en ${span ?? "una hora"}`,
    freezes: (earliest, latest) => {
      const early = earliest === null ? " en cualquier momento" : ` a partir de ${hourText(earliest)}`;
      if (latest === null) return early;
      return `${early}, ${latest.isLikely ? "hacia" : "antes de"} ${hourText(latest.hour)}`;
    },
    shortened: (headline) => headline.replace(" está a ", " "),
    since: (hour) => `, desde ${hourText(hour)}`,
    leads: {
      unanswered: (news) => `Nadie ha respondido: ${news}`,
      renewal: (news) => `Se ocupó de esto hace ${ALERT_LIMITS.ackHours} horas: ${news}`,
      worse: (news) => `Ha empeorado desde que usted se ocupa: ${news}`,
    },
    moreAlerts: (count) => (count === 1 ? "y 1 alerta más" : `y ${count} alertas más`),
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
  } satisfies Partial<NoticeWords>,
);

export const ES_RESPONDERS: ResponderWords = /* @__PURE__ */ withTexts(
  withTexts(texts.responders, toldBy(texts.told.responders)),
  {
    since: (where, hour) => `${where}, desde ${hourText(hour)}.`,
  } satisfies Partial<ResponderWords>,
);
