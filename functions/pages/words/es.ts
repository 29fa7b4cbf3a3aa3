import type { Words } from "./en.ts";

/** Spanish. */
export const es: Words = {
  name: "Español",
  product: "Hearthwatch",
  common: {
    skip: "Ir al contenido",
    since: (time) => `desde ${time}`,
    degrees: "Unidad de temperatura",
    textSize: "Tamaño del texto",
    normalText: "Texto normal",
    largeText: "Texto más grande",
    language: "Idioma",
    back: "Volver",
    offline: (time) => `Sin conexión. Así estaba a las ${time}.`,
    poweredBy: "Vigilado por Hearthwatch",
  },
  standing: {
    well: "Todo va bien",
    waiting: "A la espera de la primera lectura",
    empty: "Aquí todavía no se vigila nada",
    silent: (where, span) => `No lo sabemos: sin noticias de ${where} desde hace ${span}`,
    faulty: (where) => `No lo sabemos: la sonda de ${where} no mide`,
    silentAdvice:
      "Compruebe la corriente, la batería y el wifi de ese lugar. Hasta que vuelva a informar, nada lo vigila.",
    faultyAdvice: "Revise el cable y el conector de la sonda.",
    heard: (ago) => `última noticia ${ago}`,
    more: (count) => (count === 1 ? "y 1 alerta más" : `y ${count} alertas más`),
    acknowledged: "Alguien se está ocupando",
    snoozed: (time) =>
      `Los avisos están en pausa hasta ${time}. Las alertas críticas y las fugas siguen llegando.`,
    vacation: "La casa está de vacaciones: los límites son más estrictos.",
    vacationUntil: (time) => `La casa está de vacaciones hasta ${time}: los límites son más estrictos.`,
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
      title: (where) => `Fuga de agua: ${where} está mojado`,
      advice: () => "Cierre el agua, y la corriente si hay agua cerca. Después busque el origen.",
    },
    outage: {
      title: (where) => `Sin noticias de ${where}`,
      advice: () =>
        "Compruebe la corriente, la batería y el wifi de ese lugar. Hasta que vuelva a informar, nada lo vigila.",
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
      title: (where) => `¿Está apagada la calefacción? ${where} se enfría sin parar`,
      advice: () => "Revise la caldera o el termostato, o diga que se bajó a propósito.",
    },
    incident: {
      title: (where) => `Algo mayor: ${where}`,
      advice: () =>
        "Varias cosas a la vez apuntan a una sola causa. Revise la corriente, internet y la calefacción.",
    },
    sensor_fault: {
      title: (where) => `${where} no es de fiar`,
      advice: () => "Revise el cable y la batería. Hasta que se arregle, nada vigila ese lugar.",
    },
    cold_storage: {
      title: (where, value) => `Demasiado calor: ${where} está a ${value}`,
      advice: () => "Revise la puerta, el enchufe y el fusible. Manténgalo cerrado para conservar el frío.",
    },
    rule: {
      title: (where, value) => `${where}: ${value}`,
      advice: () => "Es una regla propia de la casa.",
    },
  },
  card: {
    steady: "estable",
    rising: "sube",
    falling: "baja",
    perHour: (size) => `${size} por hora`,
    freezesIn: (span) => `se hiela en unas ${span}`,
    never: "Todavía sin lecturas",
    forSpan: (span) => `desde hace ${span}`,
    forAtLeast: (span) => `desde hace ${span} o más`,
    late: "con retraso",
    offline: "sin noticias",
    faulty: "no mide",
    lastDay: "las últimas 24 horas",
    opens: (label) => `${label}: abrir el gráfico`,
    on: { door: "Abierta", flood: "Mojado", motion: "Movimiento", other: "Encendido" },
    off: { door: "Cerrada", flood: "Seco", motion: "Tranquilo", other: "Apagado" },
  },
  chart: {
    range: "Periodo",
    ranges: { "24h": "24 horas", "7d": "7 días", "30d": "30 días", "1y": "1 año" },
    summary: (low, high, last) => `Entre ${low} y ${high}; último valor ${last}.`,
    summaryState: (changes) =>
      changes === 0
        ? "Sin cambios en este periodo."
        : changes === 1
          ? "1 cambio en este periodo."
          : `${changes} cambios en este periodo.`,
    nothing: "No hubo noticias en este periodo.",
    table: "Mostrar las cifras",
    time: "Hora",
    value: "Valor",
    lowest: "Mínimo",
    highest: "Máximo",
    keys: "Con el gráfico enfocado, las flechas lo leen valor por valor.",
    limit: (value) => `Límite ${value}`,
  },
  landing: {
    title: "Sépalo antes de que se hielen las tuberías",
    lead: "Hearthwatch vigila los sensores de su casa y avisa cuando todavía hay tiempo: cuando hace demasiado frío, cuando hay agua donde no debe o cuando un sensor calla.",
    points: [
      {
        title: "Un aviso, con palabras",
        text: "Qué ha pasado, dónde, desde cuándo y qué hacer: por correo, SMS y notificación, sin una tormenta de repeticiones.",
      },
      {
        title: "Cualquier sensor que sepa enviar",
        text: "ESP32, ESPHome, Tasmota, Shelly y Home Assistant envían lo que ya envían. Sin comprar una central.",
      },
      {
        title: "Un enlace para la familia",
        text: "Un enlace muestra cómo está la casa, en cualquier teléfono y sin cuenta. Usted lo termina cuando quiera.",
      },
    ],
  },
  ended: {
    title: "Este enlace ha terminado",
    text: "Lo terminó quien lo compartió, o su plazo ha pasado. Pida uno nuevo.",
  },
  problem: {
    notFound: "Esta página no existe",
    notFoundText: "Puede que la dirección tenga un error, o que aquello a lo que llevaba ya no esté.",
    forbidden: "Esto no puede verlo",
    tooMany: "Demasiadas peticiones",
    tooManyText: (seconds) => `Vuelva a intentarlo en ${seconds} segundos.`,
    broken: "Algo ha fallado por nuestra parte",
    brokenText:
      "Ha quedado anotado. Las lecturas de sus sensores se siguen recibiendo. Inténtelo en un minuto.",
    unreachable: "Ahora mismo no podemos mirar",
    unreachableText: "Nuestra base de datos no responde. Inténtelo en un minuto.",
    home: "A la página de inicio",
  },
};
