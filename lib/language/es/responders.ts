import type { ResponderWords } from "../notice-words.ts";

export const ES_RESPONDERS: ResponderWords = {
  kinds: {
    freeze: "Peligro de heladas",
    humidity: "Mucha humedad",
    leak: "Se ha detectado agua",
    outage: "Un sensor está sin conexión",
    forecast: "Se acerca una helada fuerte",
    time_to_freeze: "Las tuberías pueden helarse pronto",
    heating_stopped: "Puede que la calefacción se haya parado",
    cold_storage: "Un congelador o frigorífico está demasiado caliente",
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
  since: (where, clock) => `${where}, desde las ${clock}.`,
  open: "Ver y responder",
  ask: (by, home) => `${by} quiere poder avisarle cuando algo vaya mal en ${home} y nadie responda`,
  askMore: "No recibirá nada más si no dice que sí, y puede dejarlo cuando quiera con este mismo enlace.",
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
