/** A page under `/docs`: its path, the Markdown file it is made of, its name in lists, and whom it is for. */
export type DocsPage = {
  slug: string;
  file: string;
  name: string;
  about: string;
  /** English where left out. */
  language?: "es";
  /** The path of the same page in the other language. */
  twin?: string;
};

/** Listed in this order. A link to a file that is not among them fails the build. */
export const DOCS_PAGES: readonly DocsPage[] = [
  {
    slug: "devices",
    file: "docs/devices.md",
    name: "Devices",
    about: "How devices send readings, with recipes for ESPHome, Tasmota, Home Assistant and others.",
  },
  {
    slug: "alerts",
    file: "docs/alerts.md",
    name: "Alerts",
    about: "Which alerts a home gets, their limits by placement, and reminders.",
  },
  {
    slug: "notifications",
    file: "docs/notifications.md",
    name: "Notifications",
    about: "Who is notified, on which channels, escalation, webhooks and delivery.",
  },
  {
    slug: "alert-decisions",
    file: "docs/alert-decisions.md",
    name: "How alerts are decided",
    about: "The models behind the alerts, and how they do on simulated homes.",
  },
  {
    slug: "alerts-explained",
    file: "docs/alerts-explained.md",
    name: "Alerts explained",
    about: "You got a message: what it means and what to do.",
    twin: "es/alertas",
  },
  {
    slug: "family-page",
    file: "docs/family-page.md",
    name: "The family page",
    about: "What somebody with a share link can and can't see.",
    twin: "es/pagina-familiar",
  },
  {
    slug: "privacy",
    file: "docs/privacy.md",
    name: "Privacy",
    about: "What we keep, who can see it, and how to export or delete it.",
    twin: "es/privacidad",
  },
  {
    slug: "emergency-card",
    file: "docs/emergency-card.md",
    name: "Emergency card",
    about: "What to do, where things are and whom to call, with photos.",
  },
  {
    slug: "evidence",
    file: "docs/evidence.md",
    name: "Evidence",
    about: "Signed documents of an alert, for insurers and landlords, and how to check them.",
  },
  {
    slug: "plans",
    file: "docs/plans.md",
    name: "Plans",
    about: "What Free, Pro and the trial are.",
  },
  {
    slug: "integrations",
    file: "docs/integrations.md",
    name: "Integrations",
    about: "Calendars, badges, Home Assistant, Node-RED, Grafana and Prometheus.",
  },
  {
    slug: "the-night",
    file: "docs/the-night.md",
    name: "The night",
    about: "What happens when nobody answers, and what you and your neighbors can do.",
    twin: "es/la-noche",
  },
  {
    slug: "scripting",
    file: "docs/api.md",
    name: "Scripting",
    about: "Share links, API keys, Prometheus and webhooks.",
  },
  {
    slug: "self-hosting",
    file: "docs/self-hosting.md",
    name: "Self-hosting",
    about: "Run Hearthwatch on your own machine.",
  },
  {
    slug: "deploy",
    file: "docs/deploy.md",
    name: "Deploying",
    about: "Deploy to Cloudflare or Vercel, from the accounts to the first reading.",
  },
  {
    slug: "configuration",
    file: "docs/configuration.md",
    name: "Configuration",
    about: "Every environment variable.",
  },
  {
    slug: "operations",
    file: "docs/operations.md",
    name: "Operations",
    about: "Jobs, monitoring, feeds, history and incidents.",
  },
  {
    slug: "budget",
    file: "docs/budget.md",
    name: "Budget",
    about: "Limits on messages and costs, and the reserve for emergencies.",
  },
  {
    slug: "scale",
    file: "docs/scale.md",
    name: "Scale",
    about: "How many devices one installation can handle, its first bottleneck, and its costs.",
  },
  {
    slug: "reliability",
    file: "docs/reliability.md",
    name: "Reliability",
    about: "Fault-injection results.",
  },
  {
    slug: "security",
    file: "docs/security.md",
    name: "Security",
    about: "Signing in, members, keys and the log.",
  },
  {
    slug: "threat-model",
    file: "docs/threat-model.md",
    name: "Threat model",
    about: "The assets, the attackers, and the defenses.",
  },
  {
    slug: "asvs",
    file: "docs/asvs.md",
    name: "ASVS",
    about: "How Hearthwatch meets the OWASP ASVS, with the test for each requirement.",
  },
  {
    slug: "security-policy",
    file: "SECURITY.md",
    name: "Security policy",
    about: "How to report a vulnerability.",
  },
  {
    slug: "es/la-noche",
    file: "docs/es/la-noche.md",
    name: "La noche",
    about: "Qué ocurre cuando nadie responde, y qué pueden hacer usted y sus vecinos.",
    language: "es",
    twin: "the-night",
  },
  {
    slug: "es/alertas",
    file: "docs/es/alertas.md",
    name: "Las alertas, explicadas",
    about: "Ha recibido un mensaje: qué significa y qué hacer.",
    language: "es",
    twin: "alerts-explained",
  },
  {
    slug: "es/pagina-familiar",
    file: "docs/es/pagina-familiar.md",
    name: "La página de la familia",
    about: "Qué ve quien tiene un enlace compartido, y qué no.",
    language: "es",
    twin: "family-page",
  },
  {
    slug: "es/privacidad",
    file: "docs/es/privacidad.md",
    name: "Privacidad",
    about: "Qué se guarda, quién lo ve y cómo llevárselo o borrarlo.",
    language: "es",
    twin: "privacy",
  },
];

/** The list of operations, made of the OpenAPI document. */
export const API_PAGE = {
  slug: "api",
  name: "API reference",
  about: "Every operation: parameters, bodies, answers and errors.",
} as const;

/** Files beside the documents that they link to: offered as they are. */
export const DOCS_FILES: readonly string[] = [
  "docs/self-hosting/hearthwatch.service",
  "docs/self-hosting/Containerfile",
  "docs/self-hosting/Caddyfile",
  "docs/self-hosting/compose.yaml",
  "docs/self-hosting/home-assistant/hearthwatch/config.yaml",
];
