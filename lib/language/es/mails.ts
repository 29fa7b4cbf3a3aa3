import type { Role } from "../../../schema/vocabulary.ts";
import type { LinkPageWords, MailWords, OnboardingWords } from "../words.ts";

const TRIAL_END =
  "Después la casa sigue con el plan Free: lecturas y alertas como hasta ahora, historial más corto, sin API.";

const ROLES: Record<Role, string> = {
  owner: "propietario",
  manager: "administrador",
  member: "miembro",
  viewer: "lector",
};

export const ES_MAILS: MailWords = {
  yourHome: "su casa",
  aHome: "una casa",
  anAlert: "una alerta",
  accountDeleted: (when) => ({
    subject: "Su cuenta de Hearthwatch se ha borrado",
    title: "Su cuenta se ha borrado",
    paragraphs: [
      `Su cuenta de Hearthwatch se borró el ${when}, y con ella todas las casas que eran solo suyas.`,
      "Ya no recibirá ningún aviso y nadie vigila esas casas. Si vuelve a entrar, empezará una cuenta nueva.",
    ],
  }),
  homeDeleted: (home, by, when) => ({
    subject: "Se ha borrado una casa suya de Hearthwatch",
    title: "Esta casa se ha borrado",
    paragraphs: [
      `${by} borró la casa «${home}» el ${when}.`,
      "Sus sensores ya no se vigilan, nadie recibe avisos y sus lecturas se borran.",
    ],
  }),
  code: (code, minutes) => ({
    subject: "Su código de Hearthwatch",
    text: `${code} es su código de Hearthwatch. Sirve durante ${minutes} minutos. Si no lo ha pedido, no haga nada.`,
  }),
  handOver: (alert, home, by) => ({
    subject: `Ahora es suya: ${alert}, en ${home}`,
    title: `${alert}: ahora se ocupa usted`,
    paragraphs: [
      `${by} le ha asignado esta alerta de ${home}.`,
      "Los demás ven que usted se ocupa y no reciben más recordatorios, salvo que empeore.",
    ],
    button: "Ver la alerta",
    footer: "Si no puede ocuparse, asígnela a otra persona en su página.",
  }),
  invitation: (home, by, role, days) => ({
    subject: `Le invitan a ${home} en Hearthwatch`,
    title: `Le invitan a ${home}`,
    paragraphs: [
      `${by} le invita como ${ROLES[role]}.`,
      `Para aceptar, entre con esta dirección en un plazo de ${days} días.`,
    ],
    button: "Entrar",
    footer: "¿No conoce a esta persona? No haga nada, o rechace para que no pueda invitarle de nuevo.",
    decline: "Rechazar",
  }),
  signIn: (code, minutes) => ({
    subject: `${code} es su código para entrar en Hearthwatch`,
    title: "Entrar en Hearthwatch",
    paragraphs: [
      `Escriba este código: ${code}`,
      `O siga el enlace. Los dos sirven una vez, durante ${minutes} minutos.`,
    ],
    button: "Entrar",
    footer: "Si no lo ha pedido, no haga nada: nadie entra sin él.",
  }),
  openHome: "Abrir la casa",
  waysIn: {
    passkey_added: {
      subject: "Se ha añadido una llave de acceso a su cuenta de Hearthwatch",
      what: "Desde ahora permite entrar en su nombre.",
    },
    passkey_removed: {
      subject: "Se ha quitado una llave de acceso de su cuenta de Hearthwatch",
      what: "Ya no permite entrar, y se han cerrado las sesiones que había abierto.",
    },
    passkey_required: {
      subject: "Su cuenta de Hearthwatch pide ahora una llave de acceso",
      what: "Un enlace o un código por correo ya no bastan sin un código de recuperación.",
    },
    passkey_not_required: {
      subject: "Su cuenta de Hearthwatch ya no pide una llave de acceso",
      what: "Un enlace o un código por correo vuelven a bastar para entrar.",
    },
    recovery_codes_made: {
      subject: "Su cuenta de Hearthwatch tiene códigos de recuperación nuevos",
      what: "Los de antes ya no sirven.",
    },
    recovery_code_used: {
      subject: "Se ha usado un código de recuperación de su cuenta de Hearthwatch",
      what: "Sustituyó a su llave de acceso junto con un enlace o un código por correo, y ya no sirve. Si quedan pocos, cree otros.",
    },
  },
  wayInDone: (when) => `Se hizo el ${when}.`,
  wayInThen:
    "Si no fue usted, entre, quite lo que no conozca en Ajustes, Llaves de acceso, y cierre todas las demás sesiones.",
};

export const ES_ONBOARDING: OnboardingWords = {
  trial_7_days: (home) => ({ subject: `Queda una semana de prueba de Pro: ${home}`, text: TRIAL_END }),
  trial_3_days: (home) => ({ subject: `Quedan tres días de prueba de Pro: ${home}`, text: TRIAL_END }),
  trial_1_day: (home) => ({ subject: `La prueba de Pro termina mañana: ${home}`, text: TRIAL_END }),
  trial_ended: (home) => ({
    subject: `La prueba de Pro ha terminado: ${home}`,
    text: "La casa sigue con el plan Free. Su historial se conserva entero 30 días, por si quiere Pro.",
  }),
  no_device: (home) => ({
    subject: `Todavía no hay dispositivos: ${home}`,
    text: "Añada uno y tendrá una dirección a la que cualquier sensor puede enviar sus lecturas.",
  }),
  no_reading: (home) => ({
    subject: `A la espera de la primera lectura: ${home}`,
    text: "Su dispositivo todavía no ha enviado datos. En su página hay una orden para probar la dirección.",
  }),
  first_reading: (home) => ({
    subject: `Ha llegado la primera lectura: ${home}`,
    text: "Desde ahora sus sensores se vigilan. Elija los límites y a quién se avisa en la página de alertas.",
  }),
};

export const ES_BLOCKED = (reason: string): string => `Esta cuenta está bloqueada: ${reason}`;

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
