import type { StatusConfirmWords, StatusNewsWords } from "../en/status.ts";

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
