import type { ClockWords, FaultWords, OperatorWords, SpendingWords } from "../en/operators.ts";
import { toldBy, withTexts } from "../with-texts.ts";
import texts from "./operators.json" with { type: "json" };

const minutesText = (minutes: number): string => `${minutes} ${minutes === 1 ? "minuto" : "minutos"}`;

export const ES_OPERATORS: OperatorWords = /* @__PURE__ */ withTexts(toldBy(texts.told.operators), {
  recovered: (subject, minutes) => ({
    title: `${subject} vuelve a funcionar`,
    line: `${subject} vuelve a funcionar, después de ${minutesText(minutes)}.`,
  }),
} satisfies Partial<OperatorWords>);

export const ES_CLOCK: ClockWords = {
  clockSilent: (job, last) => ({
    title: "El reloj no responde",
    reason: `${job} funcionó por última vez el ${last}. Hearthwatch no consulta las fuentes ni detecta los dispositivos sin conexión.`,
  }),
  instanceClock: (seconds, isAhead) => ({
    title: "El reloj de una instancia va mal",
    reason: `Va ${seconds} s ${isAhead ? "adelantado" : "atrasado"} respecto al reloj de la base de datos. Las lecturas y las alertas usan el reloj de la base de datos; los enlaces, las sesiones y los límites pueden fallar.`,
  }),
};

export const ES_FAULTS: FaultWords = {
  jobFails: (job, tick, error) => ({
    title: `Falla la tarea ${job}`,
    reason: `Su ejecución de ${tick}: ${error}`,
  }),
  diskFull: (free, total) => ({
    title: "El disco está casi lleno",
    reason: `Quedan ${free} MB de ${total} MB en el disco de los datos. Cuando se llene, Hearthwatch rechazará las lecturas. Borre archivos que ya no necesite o pase los datos a un disco más grande.`,
  }),
  backupFails: (why) => ({
    title: "Falla la copia de seguridad programada",
    reason: `${why ?? "Consulte el registro."} El próximo intento será en una hora.`,
  }),
};

export const ES_SPENDING: SpendingWords = /* @__PURE__ */ withTexts(
  withTexts(texts.spending, toldBy(texts.told.spending)),
  {
    balance: (left, isEmpty) => ({
      title: isEmpty ? `No queda saldo para SMS (${left})` : `Quedan ${left} para SMS`,
      reason: `${isEmpty ? "Hearthwatch no puede enviar SMS ahora" : "Sin saldo, Hearthwatch no puede enviar SMS"}, ni siquiera por una fuga: las alertas salen solo por los demás canales. Recargue la cuenta de Twilio.`,
    }),
    capUsed: (used, max, what, day) =>
      used < max
        ? `se han usado ${used} de ${max} ${what} del ${day}`
        : `se ha agotado el máximo de ${max} ${what} del ${day}`,
    capThen: (after, isUsedUp) => `${isUsedUp ? "Desde ahora" : "Cuando se agoten"}, ${after}.`,
  } satisfies Partial<SpendingWords>,
);
