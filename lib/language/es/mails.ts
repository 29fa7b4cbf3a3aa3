import type { Role } from "../../../schema/vocabulary.ts";
import type { LinkPageWords, MailWords } from "../en/mails.ts";
import { toldBy, withTexts } from "../with-texts.ts";
import type { OnboardingWords } from "../words.ts";
import texts from "./mails.json" with { type: "json" };

const TRIAL_END =
  "Después, su casa tendrá el plan Free: lecturas y alertas como hasta ahora, un historial más corto, sin API.";

const ROLES: Record<Role, string> = {
  owner: "propietario",
  manager: "gestor",
  member: "miembro",
  viewer: "lector",
};

export const ES_MAILS: MailWords = /* @__PURE__ */ withTexts(
  withTexts(texts.mails, toldBy(texts.told.mails)),
  {
    accountDeleted: (when) => ({
      subject: "Su cuenta de Hearthwatch se ha borrado",
      title: "Su cuenta se ha borrado",
      paragraphs: [
        `Su cuenta de Hearthwatch se borró el ${when}, junto con todas las casas en las que era el único miembro.`,
        "Ya no recibirá avisos y hemos dejado de vigilar esas casas. Si vuelve a iniciar sesión, empezará una cuenta nueva.",
      ],
    }),
    homeDeleted: (home, by, when) => ({
      subject: "Se ha borrado una casa suya de Hearthwatch",
      title: "Esta casa se ha borrado",
      paragraphs: [
        `${by} borró la casa «${home}» el ${when}.`,
        "Ya no vigilamos sus sensores ni enviamos avisos, y hemos borrado sus lecturas.",
      ],
    }),
    code: (code, minutes) => ({
      subject: "Su código de Hearthwatch",
      text: `${code} es su código de Hearthwatch. Sirve durante ${minutes} minutos. Si no lo ha pedido, no haga nada.`,
    }),
    handOver: (alert, home, by) => ({
      subject: `Alerta asignada a usted: ${alert}, en ${home}`,
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
        `Para aceptar, inicie sesión con esta dirección en un plazo de ${days} días.`,
      ],
      button: "Iniciar sesión",
      footer:
        "¿No conoce a esta persona? No haga nada, o rechace la invitación para que no pueda volver a invitarle.",
      decline: "Rechazar",
    }),
    signIn: (code, minutes) => ({
      subject: `${code} es su código de inicio de sesión de Hearthwatch`,
      title: "Iniciar sesión en Hearthwatch",
      paragraphs: [
        `Escriba este código: ${code}`,
        `O use el enlace. Cada uno sirve una vez, durante ${minutes} minutos.`,
      ],
      button: "Iniciar sesión",
      footer: "Si no lo ha pedido, no haga nada: nadie puede iniciar sesión sin él.",
    }),
  } satisfies Partial<MailWords>,
);

export const ES_ONBOARDING: OnboardingWords = {
  trial_7_days: (home) => ({ subject: `Su prueba de Pro termina en una semana: ${home}`, text: TRIAL_END }),
  trial_3_days: (home) => ({ subject: `Su prueba de Pro termina en tres días: ${home}`, text: TRIAL_END }),
  trial_1_day: (home) => ({ subject: `Su prueba de Pro termina mañana: ${home}`, text: TRIAL_END }),
  trial_ended: (home) => ({
    subject: `Su prueba de Pro ha terminado: ${home}`,
    text: "Su casa tiene ahora el plan Free. Conservaremos todo su historial 30 días, por si quiere Pro.",
  }),
  no_device: (home) => ({
    subject: `Todavía no hay dispositivos: ${home}`,
    text: "Añada un dispositivo y tendrá una dirección a la que cualquier sensor puede enviar sus lecturas.",
  }),
  no_reading: (home) => ({
    subject: `A la espera de la primera lectura: ${home}`,
    text: "Su dispositivo todavía no ha enviado datos. En su página hay una orden para probar la dirección.",
  }),
  first_reading: (home) => ({
    subject: `Ha llegado la primera lectura: ${home}`,
    text: "Ya vigilamos sus sensores. Elija los límites de alerta y las notificaciones en Ajustes.",
  }),
};

export const ES_BLOCKED = (reason: string): string => `Esta cuenta está bloqueada: ${reason}`;

export const ES_LINK_PAGES: LinkPageWords = texts.linkPages;
