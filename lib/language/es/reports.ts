import { capital } from "../../kernel/text.ts";
import type { ReportWords } from "../en/reports.ts";

const counted = (count: number, one: string, many: string): string =>
  count === 0 ? `ninguna ${one}` : `${count} ${count === 1 ? one : many}`;

const alerts = (count: number): string => counted(count, "alerta", "alertas");

export const ES_REPORTS: ReportWords = {
  quiet: { weekly: "una semana tranquila", monthly: "un mes tranquilo", quarterly: "un trimestre tranquilo" },
  quietSentence: {
    weekly: "Una semana tranquila: sin alertas ni desconexiones.",
    monthly: "Un mes tranquilo: sin alertas ni desconexiones.",
    quarterly: "Un trimestre tranquilo: sin alertas ni desconexiones.",
  },
  noReadings: {
    weekly: "sin lecturas esta semana",
    monthly: "sin lecturas este mes",
    quarterly: "sin lecturas este trimestre",
  },
  noReadingsSentence: {
    weekly: "Esta semana no llegaron lecturas.",
    monthly: "Este mes no llegaron lecturas.",
    quarterly: "Este trimestre no llegaron lecturas.",
  },
  before: (period, total) =>
    `${{ weekly: "la semana anterior", monthly: "el mes anterior", quarterly: "el trimestre anterior" }[period]}: ${total}`,
  alerts,
  counts: (count, kinds, outages) =>
    capital(
      `${alerts(count)}${kinds === "" ? "" : ` (${kinds})`} y ${counted(outages, "desconexión", "desconexiones")}.`,
    ),
  coldest: (space, value, moment) => `Lo más frío: ${space}, ${value}, ${moment}.`,
  coldestShort: (value) => `mínima ${value}`,
  battery: (device, state) => `Batería de ${device}: ${state}.`,
  daysLeft: (days) =>
    days === 0
      ? "queda menos de un día"
      : days === 1
        ? "queda 1 día aproximadamente"
        : `quedan unos ${days} días`,
  underAMinute: "menos de un minuto",
  faults: { unplugged: "puede estar desenchufado", stuck: "puede estar atascado" },
  unitNotConfirmed: "unidad sin confirmar",
  nothing: "sin lecturas",
  on: { door: "abierta", flood: "mojado", motion: "movimiento" },
  isOn: "encendido",
  inShare: (state, share) => `${state} en el ${share} de las lecturas`,
  below: (value, span) => `por debajo de ${value} durante ${span}`,
  inAll: (span) => `${span} en total`,
  none: "ninguna",
  andMore: (count) => `y ${count} más`,
  more: "Y además",
  moreLines: (count) => `${count} más en el panel`,
  stillOpen: "sigue abierta",
  stillOffline: "sigue sin conexión",
  labels: {
    glance: "De un vistazo",
    alerts: "Alertas",
    outages: "Desconexiones",
    sensors: "Sensores",
    sensorProblems: "Sensores con problemas",
    coldestSpace: "Espacio más frío",
    lowestBattery: "Batería más baja",
    forecastLow: "Mínima prevista",
    low: "mínima",
    average: "media",
    high: "máxima",
  },
  coverage: {
    label: "Cobertura",
    gaps: (count) => (count === 0 ? "completa" : count === 1 ? "falta 1 cosa" : `faltan ${count} cosas`),
  },
  dashboard: "Más en el panel",
  unsubscribe: "Dejar de recibir este informe",
};
