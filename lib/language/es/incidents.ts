import type { IncidentWords } from "../incident-words.ts";

const PART = "Falla una parte del servicio";

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
    noticed: "El propio servicio lo ha detectado.",
    works: "Vuelve a funcionar.",
    waiting: "Los mensajes esperan, y se enviarán cuando vuelva a aceptarlos.",
    takesAgain: "Vuelve a aceptar mensajes.",
    databaseSilent: "La base de datos dejó de responder. No se podían guardar lecturas.",
  },
};
