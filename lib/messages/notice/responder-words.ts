import type { AlertKind, ContactLanguage, ResponderAnswer } from "../../../schema/vocabulary.ts";
import type { CallReason } from "../audience/plan-steps.ts";

/** What somebody without an account is written, in one language. */
type ResponderWords = {
  kinds: Record<AlertKind, string>;
  /** The subject of a call: what, and in whose home. */
  subject: (what: string, home: string) => string;
  /** Why they are called; `hours` is how long an acknowledgement holds. */
  reasons: Record<CallReason, (hours: number) => string>;
  more: (count: number) => string;
  since: (where: string, clock: string) => string;
  open: string;
  /** The question before anything else is ever sent. */
  ask: (by: string, home: string) => string;
  askMore: string;
  askOpen: string;
  /** What the members hear of somebody's answer. */
  answers: Record<ResponderAnswer, (who: string) => string>;
  about: (title: string, home: string) => string;
  see: string;
};

const en: ResponderWords = {
  kinds: {
    freeze: "Danger of freezing",
    humidity: "Very damp",
    leak: "Water detected",
    outage: "A sensor is offline",
    forecast: "A hard freeze is coming",
    time_to_freeze: "Pipes may freeze soon",
    heating_stopped: "The heating may have stopped",
    cold_storage: "A freezer or fridge is too warm",
    sensor_fault: "A sensor isn't working",
    incident: "The home is offline",
    rule: "A limit was reached",
  },
  subject: (what, home) => `${what} at ${home}`,
  reasons: {
    nobody: () => "Nobody at home has answered. Can you help?",
    worse: () => "It got worse since you took it on. Can you still help?",
    expired: (hours) => `You took this on ${hours} hours ago, and it's still open. Can you still help?`,
  },
  more: (count) => (count === 1 ? "One more alert is open." : `${count} more alerts are open.`),
  since: (where, clock) => `${where}, since ${clock}.`,
  open: "See it and answer",
  ask: (by, home) => `${by} would like to call you when something goes wrong at ${home} and nobody answers`,
  askMore: "You'll hear nothing more unless you say yes, and you can stop it at any time with the same link.",
  askOpen: "Answer",
  answers: {
    on_my_way: (who) => `${who} is on the way`,
    there: (who) => `${who} is there`,
    water_off: (who) => `${who} has turned the water off`,
    cannot: (who) => `${who} can't come`,
  },
  about: (title, home) => `${title}, at ${home}.`,
  see: "See the alert",
};

const es: ResponderWords = {
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

export const RESPONDER_WORDS: Record<ContactLanguage, ResponderWords> = { en, es };
