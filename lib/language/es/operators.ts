import type { ClockWords, FaultWords, OperatorWords, SpendingWords } from "../en/operators.ts";

const minutesText = (minutes: number): string => `${minutes} ${minutes === 1 ? "minuto" : "minutos"}`;

export const ES_OPERATORS: OperatorWords = {
  since: (time) => `Desde ${time}. No recibirá otro mensaje hasta que haya vuelto a funcionar.`,
  recovered: (subject, minutes) => ({
    title: `${subject} vuelve a funcionar`,
    line: `${subject} vuelve a funcionar, después de ${minutesText(minutes)}.`,
  }),
  reported: (time) => `Avisamos del fallo el ${time}.`,
};

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

export const ES_SPENDING: SpendingWords = {
  balance: (left, isEmpty) => ({
    title: isEmpty ? `No queda saldo para SMS (${left})` : `Quedan ${left} para SMS`,
    reason: `${isEmpty ? "Hearthwatch no puede enviar SMS ahora" : "Sin saldo, Hearthwatch no puede enviar SMS"}, ni siquiera por una fuga: las alertas salen solo por los demás canales. Recargue la cuenta de Twilio.`,
  }),
  balanceThen:
    "Volveremos a escribir cuando la cuenta haya tenido más saldo entretanto. SMS_BALANCE_WARNING fija el límite de este aviso.",
  caps: {
    sms: {
      what: "SMS",
      after:
        "las alertas salen por correo hasta la medianoche UTC, salvo el primer SMS por una fuga en una casa establecida",
    },
    call: {
      what: "llamadas",
      after: "Hearthwatch no llama a nadie hasta la medianoche UTC; las alertas salen por los demás canales",
    },
    newcomer_mail: {
      what: "correos a personas nuevas",
      after:
        "nadie nuevo puede registrarse hasta la medianoche UTC; quien ya tiene una casa puede seguir iniciando sesión",
    },
  },
  capUsed: (used, max, what, day) =>
    used < max
      ? `se han usado ${used} de ${max} ${what} del ${day}`
      : `se ha agotado el máximo de ${max} ${what} del ${day}`,
  capThen: (after, isUsedUp) => `${isUsedUp ? "Desde ahora" : "Cuando se agoten"}, ${after}.`,
  capMore: (variable) => `Para permitir más al día, aumente ${variable}.`,
};
