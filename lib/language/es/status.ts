import type { StatusConfirmWords, StatusNewsWords } from "../en/status.ts";
import texts from "./status.json" with { type: "json" };

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

export const ES_STATUS_NEWS: StatusNewsWords = texts.statusNews;
