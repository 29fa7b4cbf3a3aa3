import { convert } from "../../../lib/kernel/units.ts";
import type { AlertSettingsAnswer } from "../../../schema/wire/alert-settings.ts";
import type { Form } from "../form.ts";

type BuiltInKind = keyof AlertSettingsAnswer["effective"];

/** Kinds that the form turns on and off by a box of their name. */
export const TICKED = [
  "freeze",
  "humidity",
  "leak",
  "outage",
  "forecast",
] as const satisfies readonly BuiltInKind[];

type Degrees = { value: number; unit: string | null };

/** Degrees as a field shows them: to the half, in the reader's scale. */
export const fieldDegrees = (degrees: Degrees | null, unit: "°F" | "°C"): string => {
  const value = degrees === null ? null : convert(degrees.value, degrees.unit ?? unit, unit);
  return value === null ? "" : String(Math.round(value * 2) / 2);
};

/** An empty field is a limit that is not wanted; what is no number is left to the wire to refuse. */
function typed(form: Form, name: string): number | string | null {
  const text = form.text(name);
  if (text === "") return null;
  const value = form.number(name);
  return Number.isFinite(value) ? value : text;
}

/** What the form says, over what else the home has set: what still reads as it was shown is left as it is. */
export function limitsWish(
  form: Form,
  { overrides, effective }: AlertSettingsAnswer,
): { [K in BuiltInKind]?: object | undefined } {
  const unit = form.text("unit") === "°C" ? "°C" : "°F";
  const degrees = (name: string, now: Degrees | null, own: Degrees | null | undefined) => {
    if (form.text(name) === fieldDegrees(now, unit)) return own;
    const value = typed(form, name);
    return value === null ? null : { value, unit };
  };
  const kindOf = (kind: (typeof TICKED)[number]) => {
    const { enabled } = effective[kind];
    return { ...overrides[kind], ...(form.has(kind) === enabled ? {} : { enabled: !enabled }) };
  };
  const { freeze, humidity, forecast } = effective;
  const high = humidity.high === null ? "" : String(humidity.high);
  const wish = {
    ...overrides,
    freeze: {
      ...kindOf("freeze"),
      warning: degrees("warning", freeze.warning, overrides.freeze?.warning),
      critical: degrees("critical", freeze.critical, overrides.freeze?.critical),
    },
    humidity: {
      ...kindOf("humidity"),
      high: form.text("high") === high ? overrides.humidity?.high : typed(form, "high"),
    },
    leak: kindOf("leak"),
    outage: kindOf("outage"),
    forecast: {
      ...kindOf("forecast"),
      outdoor_low: degrees("outdoor_low", forecast.outdoor_low, overrides.forecast?.outdoor_low),
    },
  };
  const isSet = ([, set]: [string, object | undefined]) =>
    Object.values(set ?? {}).some((each) => each !== undefined);
  return Object.fromEntries(Object.entries(wish).filter(isSet));
}
