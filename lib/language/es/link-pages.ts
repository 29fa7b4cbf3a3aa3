import type { LinkPageWords } from "../link-page-words.ts";

export const ES_LINK_PAGES: LinkPageWords = {
  gone: { title: "Este enlace ya no funciona", text: "Este enlace es desconocido o ya no vale." },
  confirmStatus: {
    title: "Confirme su suscripción",
    text: "Le escribiremos cuando empiece una incidencia de Hearthwatch, cuando haya novedades y cuando termine.",
    button: "Confirmar",
    done: {
      title: "Suscripción confirmada",
      text: "Le escribiremos cuando haya novedades. Puede darse de baja en cada correo.",
    },
  },
  unsubscribeStatus: {
    title: "Darse de baja",
    text: "Olvidaremos su dirección y no volveremos a escribirle.",
    button: "Darse de baja",
    done: { title: "Se ha dado de baja", text: "Hemos olvidado su dirección." },
  },
  unsubscribeReport: {
    title: "Dejar de recibir este informe",
    text: "No le enviaremos más este informe. Seguirá recibiendo los avisos.",
    button: "Darse de baja",
    done: { title: "Se ha dado de baja", text: "No le enviaremos más este informe." },
  },
  declineInvitation: {
    title: "Rechazar la invitación",
    text: "Este hogar no podrá volver a invitar a esta dirección.",
    button: "Rechazar",
    everybody: "Rechazar esta y cualquier otra invitación",
    done: {
      title: "Invitación rechazada",
      text: "No enviaremos más invitaciones de este tipo a esta dirección.",
    },
  },
};
