import type { ToldWords, Words } from "../en/pages.ts";
import { withTexts } from "../with-texts.ts";
import { calledTexts } from "../words.ts";
import { ES_CALLED, ES_FAILURES } from "./channels.ts";
import texts from "./pages.json" with { type: "json" };
import { problemEs, refusedBodyEs } from "./problems.ts";
import { ES_SENSOR_KINDS } from "./reasons.ts";

/** Spanish. */
const told: ToldWords = {
  common: {
    since: (time) => `desde ${time}`,
    offline: (time) => `Sin conexión. Última actualización a las ${time}.`,
  },
  standing: {
    silent: (where, span) => `${where} está sin conexión: no llegan lecturas desde hace ${span}`,
    faulty: (where) => `${where} no mide: revise la sonda`,
    pastLimit: (where, value) => `${where} está a ${value}`,
    pastLimitAdvice: (limit, isOwn) => `Su límite es ${limit}.${isOwn ? " Le avisaremos si sigue así." : ""}`,
    morePastLimit: (count) =>
      count === 1 ? "Otro sensor ha pasado su límite." : `Otros ${count} sensores han pasado su límite.`,
    late: (where, span) => `${where} se retrasa: no llegan lecturas desde hace ${span}`,
    moreLate: (count) =>
      count === 1 ? "1 dispositivo más se retrasa" : `${count} dispositivos más se retrasan`,
    moreSilent: (count) =>
      count === 1 ? "Hay otro lugar sin vigilar." : `Hay otros ${count} lugares sin vigilar.`,
    more: (count) => (count === 1 ? "y 1 alerta más" : `y ${count} alertas más`),
    acknowledged: (who) => `${who} se está ocupando`,
    helping: (who, time) => `${who} ayuda desde las ${time}`,
    snoozed: (time) =>
      `Los avisos están en pausa hasta ${time}. Las alertas críticas y las fugas siguen llegando.`,
    vacationUntil: (time) => `La casa está de vacaciones hasta ${time}: las alertas son más sensibles.`,
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
    today: (low, high) => `mín. ${low}, máx. ${high} hoy`,
    changed: (size, isDown, span) => `${isDown ? "baja" : "sube"} ${size} en ${span ?? "una hora"}`,
    freezesIn: (span) => `se hiela en unas ${span}`,
    forSpan: (span) => `desde hace ${span}`,
    forAtLeast: (span) => `desde hace ${span} o más`,
    more: (count, troubled) =>
      `Ver ${count === 1 ? "1 sensor más" : `${count} sensores más`}${troubled === 0 ? "" : troubled === 1 ? " (1 requiere atención)" : ` (${troubled} requieren atención)`}`,
  },
  chart: {
    summary: (low, high, last) => `Entre ${low} y ${high}; último valor ${last}.`,
    summarySteady: (value) => `${value} en este periodo.`,
    summaryState: (changes) =>
      changes === 0
        ? "Sin cambios en este periodo."
        : changes === 1
          ? "1 cambio en este periodo."
          : `${changes} cambios en este periodo.`,
    limit: (value) => `Límite ${value}`,
  },
  charts: {
    zone: (zone) => `Días completos, hora de ${zone}.`,
    twoScales: (units) =>
      `Este gráfico muestra solo las líneas en ${units}: puede tener dos escalas como máximo.`,
    moment: (zone) => `Hora de ${zone}.`,
    below: (limit) => `Por debajo de ${limit}`,
    above: (limit) => `Por encima de ${limit}`,
    neverPast: (where) => `Nunca ${where.charAt(0).toLowerCase()}${where.slice(1)}`,
    beyondFor: (span, amount) => `${span} · ${amount}`,
    stateFor: (word, span) => `${word} durante ${span}`,
    neverOn: (word) => `Nunca ${word.toLowerCase()}`,
    noteBy: (who) => `de ${who}`,
  },
  form: {
    textAtMost: (max) => `Escriba como mucho ${max} caracteres.`,
    atLeast: (min) => `Escriba ${min} o más.`,
    atMost: (max) => `Escriba ${max} o menos.`,
  },
  timeline: {
    message: (who: string) => `Mensaje a ${who}`,
    called: (who: string) => `Se pidió ayuda: ${who}`,
    step: (whom: string) => `Nadie respondió, siguiente paso: ${whom}`,
    acknowledged: (who: string) => `${who} se ocupa`,
    handedOver: (who: string, to: string) => `${who} se la asignó a ${to}`,
    answered: (who: string, answer: string) => `${who}: ${answer}`,
  },
  escalation: {
    step: (number: number) => `Paso ${number}`,
    after: (minutes: number) => (minutes === 0 ? "Enseguida" : `A los ${minutes} minutos`),
    removeWarning: (name: string) => `No volveremos a avisar a ${name}.`,
  },
  responder: {
    askStates: {
      asked: (home: string) =>
        `Alguien de ${home} quiere que le avisemos si hay una fuga o peligro de heladas y nadie de la casa responde.`,
      ok: (home: string) => `Ha dicho que sí: le avisaremos si pasa algo en ${home} y nadie responde.`,
      stopped: (home: string) => `No recibirá ningún mensaje sobre ${home}.`,
    },
  },
  signIn: {
    sent: (email, minutes) =>
      `Si ${email} puede iniciar sesión aquí, le hemos enviado un enlace y un código. Cada uno sirve una vez, durante ${minutes} minutos.`,
    wait: (seconds) =>
      `Muchas personas de su red están iniciando sesión, así que el correo tardará unos ${seconds} segundos.`,
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
    battery: (percent) => `batería ${percent} %`,
    batteryDays: (days) => (days === 1 ? "queda 1 día aproximadamente" : `quedan unos ${days} días`),
    clockAhead: (by) => `su reloj va ${by} adelantado`,
    clockBehind: (by) => `su reloj va ${by} atrasado`,
    snooze: (span) => `Pausa de ${span}`,
  },
  limits: {
    below: (value) => `avisa a ${value}`,
    criticalAt: (value) => `crítico a ${value}`,
    above: (value) => `avisa a ${value}`,
    warm: (value) => `avisa por encima de ${value}`,
    replayed: (times, days) =>
      times === 0
        ? `Ninguna alerta en los últimos ${days} días.`
        : times === 1
          ? `1 alerta en los últimos ${days} días.`
          : `${times} alertas en los últimos ${days} días.`,
    times: (times) => (times === 1 ? "1 alerta" : `${times} alertas`),
    firstSensors: (count) => `Solo se han probado los primeros ${count} sensores.`,
  },
  rooms: {
    up: (room) => `Subir ${room}`,
    down: (room) => `Bajar ${room}`,
    iconOf: (room) => `Cambiar el icono de ${room}`,
  },
  pucks: {
    count: (pucks) => (pucks === 0 ? "Ninguno" : pucks === 1 ? "1 puck" : `${pucks} pucks`),
    until: (time) => `hasta ${time}`,
    sensorCount: (sensors) => (sensors === 1 ? "1 sensor" : `${sensors} sensores`),
  },
  alertPage: {
    ackHint: (hours) =>
      `No habrá más recordatorios durante ${hours} horas. Los demás verán que se ocupa usted.`,
    quietUntil: (time) => `No habrá más recordatorios de esta alerta hasta ${time}.`,
    quietUnlessWorse: (time) => `No habrá más recordatorios hasta ${time}, salvo que empeore.`,
    question: {
      doorOpen: (hours) => `Hay una puerta o ventana abierta (volver a preguntar en ${hours} horas)`,
    },
    takenBy: (who, time) => `${who} se ocupa desde ${time}.`,
    lastHeard: (what, was, span) => `${what}: último dato hace ${span}, ${was}`,
    over: (time) => `Terminó ${time}.`,
    noneWhileOffline: (devices) =>
      `Ninguna alerta en las últimas semanas, pero no llegan lecturas de ${devices}.`,
    lasted: (span) => `duró ${span}`,
    openOnes: (count) => `Abiertas (${count})`,
    channels: {
      ...texts.alertPage.channels,
      ...calledTexts(ES_CALLED, "name"),
    },
    others: (names) => `El mensaje también trataba de: ${names}. «Me ocupo yo» vale para todas.`,
  },
  emergency: {
    alt: (place) => `Foto: ${place}`,
  },
  coverage: {
    last: (date) => `Última vez: ${date}.`,
  },
  evidence: {
    title: (kind, about) => `Pruebas: ${kind}, ${about}`,
    span: (from, to) => (to === null ? `Desde ${from}, sigue abierta.` : `De ${from} a ${to}.`),
    zone: (zone) => `Horas de ${zone}.`,
    noReadings: (sensor) => `${sensor}: no hay lecturas guardadas de este periodo.`,
    range: (sensor, count, low, high) =>
      `${sensor}: ${count} ${count === 1 ? "lectura" : "lecturas"}, de ${low} a ${high}.`,
    asMeasured: (isRaw) =>
      isRaw
        ? "Tal como se midieron. El documento incluye cada lectura con su hora."
        : "Algunas son medias, porque su plan ya no guarda las lecturas sueltas. El documento dice cuáles.",
    due: (time) => `Prevista ${time}, salvo respuesta`,
    more: (count) => `${count} más en el documento.`,
    checkHint: (keys) =>
      `La firma es del documento descargado en su forma canónica (RFC 8785). Las claves públicas están en ${keys}.`,
  },
  welcome: {
    trial: (plan) =>
      `Su plan: ${plan}. Después será Free: las alertas siguen llegando por correo, sin SMS ni notificaciones push.`,
  },
  rule: {
    condition: (comparison, value) => `${comparison} ${value}`,
    forMinutes: (span) => `durante ${span}`,
    replayed: (times, days) =>
      times === 0
        ? `Esta regla no habría saltado en los últimos ${days} días.`
        : times === 1
          ? `Esta regla habría saltado una vez en los últimos ${days} días.`
          : `Esta regla habría saltado ${times} veces en los últimos ${days} días.`,
    judged: (readings, count) =>
      readings === 1 ? "Probada con 1 lectura guardada." : `Probada con ${count} lecturas guardadas.`,
    reached: (value) => `llegó a ${value}`,
    shownFirst: (count) => `Se muestran las últimas ${count}.`,
  },
  feed: {
    tried: (count) => (count === 1 ? "1 lectura encontrada" : `${count} lecturas encontradas`),
    read: (ago) => `última lectura ${ago}`,
    failing: (time) => `desde ${time}`,
    next: (time) => `próxima consulta ${time}`,
  },
  sensorKinds: ES_SENSOR_KINDS,
  naming: {
    guess: (place) => `Creemos que es «${place}».`,
  },
  received: {
    refusal: refusedBodyEs,
    notNumbers: (count: number) =>
      count === 1 ? "un valor no era un número (como nan)" : `${count} valores no eran números (como nan)`,
    more: (count) => `${count} más`,
  },
  unit: {
    question: (label, fahrenheit, celsius) => `¿${label} está a ${fahrenheit} o a ${celsius}?`,
    itIs: (reading) => `Son ${reading}`,
  },
  sensor: {
    takenFor: (place, reason) => `Lo tratamos como «${place}». ${reason}.`,
    mayBe: (place, reason) => `Puede ser «${place}». ${reason}.`,
    limitWouldHave: (times, days) =>
      times === 0
        ? `Este límite no habría avisado en los últimos ${days} días.`
        : times === 1
          ? `Este límite habría avisado una vez en los últimos ${days} días.`
          : `Este límite habría avisado ${times} veces en los últimos ${days} días.`,
  },
  settings: {
    planNow: (plan) => `Esta casa tiene el plan ${plan}.`,
    trial: (time) => `Pro, a prueba hasta ${time}`,
    placeNear: (town) => `Cerca de ${town}`,
    planTo: (plan) => `Cambiar a ${plan}`,
    planThen: (plan) => `Después tendrá ${plan}.`,
    planDays: (days) => `${days} días`,
    cityHint: (homes: number) =>
      `Una vez al día contamos las casas de su ciudad que participan, si son al menos ${homes}. Redondeamos las cifras para que nadie pueda identificar una casa.`,
    cityDay: (city: string, day: string, homes: number) => `${city}, ${day}: participan ${homes} casas.`,
    cityWithout: (power: number, heating: number) =>
      `Unas ${power} sin electricidad, unas ${heating} sin calefacción.`,
    cityColdest: (value: string) => `La habitación más fría estaba a ${value}.`,
    account: (email) => `Sesión iniciada como ${email}`,
    invitedTo: (home, who) => `${who} le invita a ${home}.`,
  },
  prove: {
    lead: (email, minutes) =>
      `Esto no se puede deshacer, así que le enviaremos un código a ${email}. Con él tendrá ${minutes} minutos.`,
    sent: (email, minutes) =>
      `Hemos enviado un código a ${email}. Sirve una vez, durante ${minutes} minutos.`,
  },
  deleteHome: {
    title: (home) => `Borrar ${home}`,
  },
  deleteAccount: {
    lead: (email) =>
      `Esto borra ${email}: sus sesiones, sus notificaciones y su acceso a cada casa. No se puede deshacer.`,
  },
  people: {
    invited: (time) => `invitado, hasta ${time}`,
    joined: (time) => `desde ${time}`,
    removeWarning: (who) => `${who} dejará de ver esta casa y de recibir sus alertas.`,
  },
  notifications: {
    codeSent: (address) =>
      `Hemos enviado un código a ${address}. Escríbalo aquí para recibir ahí sus alertas.`,
    contactKinds: {
      ...calledTexts(ES_CALLED, "asked"),
    },
    after: (minutes) => (minutes === 0 ? "al momento" : `a los ${minutes} minutos, si nadie se ocupa`),
    rotateKeyHint: (hours) =>
      `Recibirá una clave nueva. Durante ${hours} horas firmaremos las llamadas con las dos, para que no pierda nada mientras actualiza el receptor.`,
    bothKeys: (until) => `Se firma con la clave nueva y la anterior hasta ${until}.`,
    smsLeft: (count) => `Quedan ${count} este mes para esta casa.`,
    notConfigured: (channel) => `${channel} no está configurado en esta instalación.`,
    test: (channel) => `Enviar prueba: ${channel}`,
  },
  sharing: {
    dayCount: (days) => (days === 1 ? "1 día" : `${days} días`),
    until: (time) => `caduca el ${time}`,
    used: (ago) => `usada ${ago}`,
    recipesHint: (placeholder) =>
      `La dirección de esta instalación ya está puesta. Cambie ${placeholder} por su clave de API.`,
  },
  inbound: {
    address: (hint) => `La dirección termina en ${hint}. La mostramos entera al crearla.`,
    answered: (status) => `Respuesta: ${status}`,
  },
  passkeys: {
    added: (time) => `añadida ${time}`,
    used: (ago) => `usada ${ago}`,
  },
  sessions: {
    used: (ago) => `usado ${ago}`,
    since: (time, address) =>
      address === null ? `sesión iniciada el ${time}` : `sesión iniciada el ${time} desde ${address}`,
  },
  activity: {
    operator: (name: string | null) => (name === null ? "un operador" : `operador ${name}`),
    from: (address) => `desde ${address}`,
  },
  operator: {
    figures: ({ homes, devices, heard, sent, failed }) =>
      `${homes === 1 ? "1 casa" : `${homes} casas`} · ${devices === 1 ? "1 dispositivo" : `${devices} dispositivos`}, ${heard} en línea en la última hora · ${sent} mensajes enviados y ${failed} fallidos en las últimas 24 horas`,
    next: (time) => `próxima ${time}`,
    since: (day) => `desde ${day}`,
    grant: (plan) => `Cambiar a ${plan}`,
    endSessions: (email) => `Cerrar todas las sesiones de ${email}`,
    block: (email) => `Bloquear a ${email}`,
    blocked: (email, reason) => `${email} tiene el acceso bloqueado: ${reason}`,
    unblock: (email) => `Desbloquear a ${email}`,
  },
  calendar: {
    over: (time) => `terminó ${time}`,
    battery: (device) => `Cambiar la pila: ${device}`,
    vacation: (home) => `${home}: vacaciones`,
  },
  failures: ES_FAILURES,
  problem: {
    told: problemEs,
  },
};

export const es: Words = withTexts(texts, told);
