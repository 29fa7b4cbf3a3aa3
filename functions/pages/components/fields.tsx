import type { Child } from "hono/jsx";

type FieldProps = {
  label: string;
  name: string;
  value?: string | number | undefined;
  type?: "text" | "email" | "number" | "tel" | "time" | "url";
  hint?: string | undefined;
  required?: boolean;
  maxlength?: number;
  inputmode?: "numeric" | "decimal";
  autocomplete?: string;
  step?: string;
};

/** A labelled field; its hint is read with it. */
export function Field({ label, hint, name, value, type = "text", ...rest }: FieldProps) {
  const id = `field-${name}`;
  return (
    <p class="field">
      <label for={id}>{label}</label>
      <input
        id={id}
        name={name}
        type={type}
        value={value === undefined ? undefined : String(value)}
        aria-describedby={hint === undefined ? undefined : `${id}-hint`}
        {...rest}
      />
      {hint === undefined ? null : (
        <span class="hint" id={`${id}-hint`}>
          {hint}
        </span>
      )}
    </p>
  );
}

type ChoiceProps = {
  label: string;
  name: string;
  value: string;
  options: readonly (readonly [value: string, text: string])[];
  hint?: string | undefined;
};

export function Choice({ label, name, value, options, hint }: ChoiceProps) {
  const id = `field-${name}`;
  return (
    <p class="field">
      <label for={id}>{label}</label>
      <select id={id} name={name} aria-describedby={hint === undefined ? undefined : `${id}-hint`}>
        {options.map(([option, text]) => (
          <option value={option} selected={option === value}>
            {text}
          </option>
        ))}
      </select>
      {hint === undefined ? null : (
        <span class="hint" id={`${id}-hint`}>
          {hint}
        </span>
      )}
    </p>
  );
}

type TickProps = { label: string; name: string; checked: boolean; value?: string };

/** A box that is ticked or not; the whole line is its target. */
export const Tick = ({ label, name, checked, value = "yes" }: TickProps) => (
  <label class="tick">
    <input type="checkbox" name={name} value={value} checked={checked} />
    <span>{label}</span>
  </label>
);

type PressProps = {
  action: string;
  text: string;
  name?: string;
  value?: string;
  kind?: "second" | "danger";
  children?: Child;
};

/** A form that is one button. */
export const Press = ({ action, text, name, value, kind, children }: PressProps) => (
  <form method="post" action={action} class="press">
    {name === undefined ? null : <input type="hidden" name={name} value={value ?? ""} />}
    <button type="submit" class={kind}>
      {children}
      {text}
    </button>
  </form>
);
