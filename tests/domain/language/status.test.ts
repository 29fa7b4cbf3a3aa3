import { describe, expect, test } from "vitest";
import { failureOf, SILENT_CLOCK, TIMED_JOBS } from "../../../lib/jobs/jobs.ts";
import { incidentNews, incidentTitle } from "../../../lib/language/languages.ts";
import { statusNewsMail } from "../../../lib/messages/mail/status-mails.ts";
import { DISK_NOTICE, DISK_SUBJECT } from "../../../lib/status/judge-status.ts";

const LINKS = { status: "https://h.example/status", unsubscribe: "https://h.example/u" };

describe("an incident of the service's own", () => {
  const providers = ["email", "sms", "push"].map((channel) => `provider/${channel}`);
  test.each([SILENT_CLOCK, DISK_SUBJECT, "database", ...TIMED_JOBS.map(failureOf), ...providers])(
    "about %s has a Spanish title",
    (subject) => {
      const { text, isOwn } = incidentTitle({ subject, title: "Stored in English" }, "es");
      expect([isOwn, text === "Stored in English"]).toEqual([false, false]);
    },
  );

  test("keeps its stored title in English, and an operator's words in any language", () => {
    const { title } = DISK_NOTICE;
    expect(incidentTitle({ subject: DISK_SUBJECT, title }, "en")).toEqual({ text: title, isOwn: true });
    expect(incidentTitle({ subject: null, title: "Mail is late" }, "es").text).toBe("Mail is late");
    expect(incidentNews("We look into it.", "es")).toEqual({ text: "We look into it.", isOwn: true });
  });

  test("is mailed in Spanish from its title to its last line", () => {
    const at = new Date("2026-11-20T10:30:00Z");
    const incident = {
      subject: "provider/sms",
      title: "The text message provider takes no messages",
      impact: "down" as const,
      components: ["sms" as const],
      openedAt: new Date("2026-11-20T10:00:00Z"),
    };
    const news = { kind: "closed" as const, text: "It accepts messages again.", at };
    const { subject, text } = statusNewsMail({ incident, news }, LINKS, "es");
    expect(subject).toBe("Resuelta: El proveedor de SMS no acepta mensajes");
    expect(text.split("\n").filter(Boolean)).toEqual([
      subject,
      "Vuelve a aceptar mensajes.",
      "Afecta a: los SMS",
      "Empezó: 2026-11-20 10:00 UTC",
      "Terminó: 2026-11-20 10:30 UTC",
      "Estado del servicio: https://h.example/status",
      "Recibe este correo porque se suscribió al estado de Hearthwatch.",
      "Darse de baja: https://h.example/u",
    ]);
  });
});
