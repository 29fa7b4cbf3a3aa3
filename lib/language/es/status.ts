import type { IncidentWords, StatusConfirmWords, StatusNewsWords } from "../words.ts";

const PART = "Falla una parte del servicio";

export const ES_STATUS_CONFIRM: StatusConfirmWords = (hours) => ({
  subject: "Confirme su suscripción al estado de Hearthwatch",
  title: "Confirme su suscripción",
  paragraphs: [
    "Alguien, seguramente usted, ha pedido que escribamos a esta dirección sobre las incidencias de Hearthwatch: cuando empiecen, cuando haya novedades y cuando terminen.",
    `Para confirmarlo, abra esta página en las próximas ${hours} horas y pulse su botón.`,
  ],
  button: "Confirmar",
  notYou: "Si no fue usted, no haga nada: no volveremos a escribirle.",
  forget: "Borrar esta dirección ahora",
});

export const ES_STATUS_NEWS: StatusNewsWords = {
  beginnings: { opened: "Hearthwatch tiene un problema", updated: "Novedad", closed: "Resuelta" },
  components: {
    ingest: "recibir lecturas",
    database: "la base de datos",
    polling: "consultar fuentes",
    alerts: "evaluar alertas",
    email: "el correo",
    sms: "los SMS",
    push: "las notificaciones",
  },
  affected: "Afecta a",
  began: "Empezó",
  ended: "Terminó",
  asOf: "Última novedad",
  button: "Estado del servicio",
  footer: "Recibe este correo porque se suscribió al estado de Hearthwatch.",
  unsubscribe: "Darse de baja",
};

export const ES_INCIDENTS: IncidentWords = {
  titles: {
    clock: "No se consultan las fuentes ni se detectan los dispositivos sin conexión",
    "job/collect-history": "Falla la consulta de fuentes",
    "job/maintenance": "Fallan el mantenimiento y los informes",
    "job/weekly-digest": "Falla el informe semanal",
    "job/dispatch": "Falla el envío de mensajes",
    "job/monthly-report": PART,
    "job/quarterly-report": PART,
    "provider/email": "El proveedor de correo no acepta mensajes",
    "provider/sms": "El proveedor de SMS no acepta mensajes",
    "provider/push": "El proveedor de notificaciones no acepta mensajes",
    database: "La base de datos no respondió",
    disk: "El disco está casi lleno",
  },
  news: {
    noticed: "Hearthwatch lo ha detectado automáticamente.",
    works: "Vuelve a funcionar.",
    waiting: "Los mensajes están en espera. Los enviaremos cuando vuelva a aceptarlos.",
    takesAgain: "Vuelve a aceptar mensajes.",
    databaseSilent: "La base de datos dejó de responder. No pudimos guardar lecturas.",
  },
};
