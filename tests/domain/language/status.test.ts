import { describe, expect, test } from "vitest";
import { statusNewsMail } from "../../../lib/messages/mail/status-mails.ts";

const LINKS = { status: "https://h.example/status", unsubscribe: "https://h.example/u" };

describe("news of an incident", () => {
  test("is mailed in Spanish around what the operators wrote", () => {
    const at = new Date("2026-11-20T10:30:00Z");
    const incident = {
      title: "Text messages are late",
      impact: "down" as const,
      components: ["sms" as const],
      openedAt: new Date("2026-11-20T10:00:00Z"),
    };
    const news = { kind: "closed" as const, text: "They go out again.", at };
    const { subject, text } = statusNewsMail({ incident, news }, LINKS, "es");
    expect(subject).toBe("Resuelta: Text messages are late");
    expect(text.split("\n").filter(Boolean)).toEqual([
      subject,
      "They go out again.",
      "Afecta a: los SMS",
      "Empezó: 2026-11-20 10:00 UTC",
      "Terminó: 2026-11-20 10:30 UTC",
      "Estado del servicio: https://h.example/status",
      "Recibe este correo porque se suscribió al estado de Hearthwatch.",
      "Darse de baja: https://h.example/u",
    ]);
  });
});
