import { type Child, createContext, useContext } from "hono/jsx";
import type { Shape } from "../../_http/validate.ts";
import type { FormNote } from "../form-note.ts";
import { heldTo } from "../form-shape.ts";

/** Where an error of a form stands, for the summary above to lead to. */
export const ERROR_ID = "what-is-wrong";

/** What a form that was refused has to say at its fields: the page's frame provides it. */
export type FormTrouble = Pick<FormNote, "form" | "values"> & {
  /** The field at fault and what it must be, in the reader's language; null where no field is. */
  field: { name: string; text: string } | null;
};

const Trouble = createContext<FormTrouble | null>(null);
export const TroubleScope = Trouble.Provider;
export const usePageTrouble = () => useContext(Trouble);

type FormScope = { prefix: string; trouble: FormTrouble | null; shape?: Shape | undefined };

const FormContext = createContext<FormScope>({ prefix: "field", trouble: null });

type FormProps = {
  /** Where it is sent, with which the note of a refusal names it. */
  action: string;
  /** What it is checked against: the limits of its fields are those of its shape. */
  shape?: Shape;
  class?: string;
  /** Where a page has several forms with fields of one name. */
  prefix?: string;
  children?: Child;
};

/** A form whose fields show again what was typed, and what is wrong with it. */
export function Form({ action, shape, prefix = "field", children, ...rest }: FormProps) {
  const trouble = usePageTrouble();
  const isThis = trouble !== null && trouble.form === action;
  return (
    <form method="post" action={action} {...rest}>
      <FormContext.Provider value={{ prefix, shape, trouble: isThis ? trouble : null }}>
        {children}
      </FormContext.Provider>
    </form>
  );
}

function useFieldState(name: string, hint?: string) {
  const { prefix, trouble, shape } = useContext(FormContext);
  const id = `${prefix}-${name}`;
  const error = trouble?.field?.name === name ? trouble.field.text : null;
  const described = [error === null ? "" : ERROR_ID, hint === undefined ? "" : `${id}-hint`];
  return {
    error,
    shape,
    typed: trouble?.values.findLast(([each]) => each === name)?.[1],
    /** What every field says of itself. */
    own: {
      id,
      name,
      "aria-invalid": error === null ? undefined : ("true" as const),
      "aria-describedby": described.filter((each) => each !== "").join(" ") || undefined,
    },
  };
}

/** True if one of these fields comes back as typed, or has an error: then the folded part must be open. */
export function useIsTyped(names: readonly string[]): boolean {
  const { trouble } = useContext(FormContext);
  const isRefused = names.includes(trouble?.field?.name ?? "");
  return isRefused || trouble?.values.some(([name, value]) => names.includes(name) && value !== "") === true;
}

const ErrorText = ({ text }: { text: string | null }) =>
  text === null ? null : (
    <span class="error" id={ERROR_ID}>
      {text}
    </span>
  );

type LabelledProps = { id: string; label: Child; error: string | null; hint?: string | undefined };

const Labelled = ({ id, label, error, hint, children }: LabelledProps & { children?: Child }) => (
  <p class="field">
    <label for={id}>{label}</label>
    <ErrorText text={error} />
    {children}
    {hint === undefined ? null : (
      <span class="hint" id={`${id}-hint`}>
        {hint}
      </span>
    )}
  </p>
);

type FieldProps = {
  label: string;
  name: string;
  value?: string | number | null | undefined;
  type?: "email" | "number" | "tel" | "time" | "url" | "search" | "date" | "datetime-local" | "password";
  hint?: string | undefined;
  /** What the number is in, said behind it. */
  unit?: string | undefined;
  /** Of a field of several lines. */
  rows?: number;
  /** Both are those of the form's shape, where it has the field. */
  required?: boolean;
  maxlength?: number;
  inputmode?: "numeric" | "decimal";
  autocomplete?: string;
};

/** A labelled field; its hint and its error are read with it. */
export function Field({ label, hint, name, value, type, unit, rows, ...rest }: FieldProps) {
  const { error, typed, own, shape } = useFieldState(name, hint);
  const shown = typed ?? value ?? undefined;
  const limits = { ...heldTo(shape, name), ...rest };
  const input =
    rows === undefined ? (
      <input {...own} type={type ?? "text"} value={shown === undefined ? shown : String(shown)} {...limits} />
    ) : (
      <textarea {...own} rows={rows} {...limits}>
        {shown}
      </textarea>
    );
  if (unit === undefined) return <Labelled {...{ id: own.id, label, error, hint }}>{input}</Labelled>;
  const withUnit = (
    <>
      {label}
      <span class="visually-hidden">{` (${unit})`}</span>
    </>
  );
  return (
    <Labelled {...{ id: own.id, label: withUnit, error, hint }}>
      <span class="in-unit">
        {input}
        <span aria-hidden="true">{unit}</span>
      </span>
    </Labelled>
  );
}

type Option = readonly [value: string, text: string];

/** The values of a field with the text of each. */
export const optionsOf = <Value extends string>(
  values: readonly Value[],
  texts: Readonly<Partial<Record<NoInfer<Value>, string>>>,
): Option[] => values.map((value) => [value, texts[value] ?? value]);

type ChoiceProps = {
  label: string;
  name: string;
  value: string;
  options: readonly Option[];
  /** Further options under headings of their own. */
  groups?: readonly (readonly [label: string, options: readonly Option[]])[];
  hint?: string | undefined;
};

export function Choice({ label, name, value, options, groups = [], hint }: ChoiceProps) {
  const { error, typed, own } = useFieldState(name, hint);
  const chosen = typed ?? value;
  return (
    <Labelled {...{ id: own.id, label, error, hint }}>
      <select {...own}>
        <Options options={options} chosen={chosen} />
        {groups.map(([heading, grouped]) => (
          <optgroup label={heading}>
            <Options options={grouped} chosen={chosen} />
          </optgroup>
        ))}
      </select>
    </Labelled>
  );
}

const Options = ({ options, chosen }: { options: readonly Option[]; chosen: string }) => (
  <>
    {options.map(([option, text]) => (
      <option value={option} selected={option === chosen}>
        {text}
      </option>
    ))}
  </>
);

/** One of a few short answers, all of them in sight. */
export function Segments({ label, name, value, options }: Omit<ChoiceProps, "groups" | "hint">) {
  const { error, typed, own } = useFieldState(name);
  return (
    <div class="field" role="radiogroup" aria-labelledby={`${own.id}-label`}>
      <span class="label" id={`${own.id}-label`}>
        {label}
      </span>
      <ErrorText text={error} />
      <span class="segments">
        {options.map(([option, text]) => (
          <label>
            <input type="radio" name={name} value={option} checked={option === (typed ?? value)} />
            <span>{text}</span>
          </label>
        ))}
      </span>
    </div>
  );
}

type TickProps = {
  label: string;
  name: string;
  checked?: boolean /** Of one of several boxes. */;
  value?: string;
};

/** A box that is ticked or not; the whole line is its target. One that stands alone says no where it is not. */
export function Tick({ label, name, checked = false, value }: TickProps) {
  const { trouble } = useContext(FormContext);
  const own = value ?? "yes";
  // A note that only shows something has no values, and says nothing about what is ticked.
  const isTicked =
    trouble === null || trouble.values.length === 0
      ? checked
      : trouble.values.some(([each, typed]) => each === name && typed === own);
  return (
    <label class="tick">
      {value === undefined ? <input type="hidden" name={name} value="no" /> : null}
      <input type="checkbox" name={name} value={own} checked={isTicked} />
      <span>{label}</span>
    </label>
  );
}

type TicksProps = Omit<ChoiceProps, "value" | "groups"> & {
  /** Those that are ticked. */ values?: readonly string[];
};

/** Some of several, each a box. */
export const Ticks = ({ label, hint, name, options, values = [] }: TicksProps) => (
  <fieldset>
    <legend>{label}</legend>
    {hint === undefined ? null : <p class="hint">{hint}</p>}
    {options.map(([value, text]) => (
      <Tick label={text} name={name} value={value} checked={values.includes(value)} />
    ))}
  </fieldset>
);

type PressProps = {
  action: string;
  text: string;
  /** Which of several it is about: read with the text. */
  of?: string;
  name?: string;
  value?: string;
  kind?: "second" | "danger";
  /** Stands above the button. */
  children?: Child;
};

const labelOf = (text: string, of: string | undefined) => (of === undefined ? undefined : `${text}: ${of}`);

/** A form that is one button. */
export const Press = ({ action, text, of, name, value, kind, children }: PressProps) => (
  <form method="post" action={action} class="press">
    {name === undefined ? null : <input type="hidden" name={name} value={value ?? ""} />}
    {children}
    <button type="submit" class={kind} aria-label={labelOf(text, of)}>
      {text}
    </button>
  </form>
);

type UnfoldProps = { text: string; of?: string | undefined; isOpen?: boolean; children?: Child };

/** A button that unfolds what belongs to it. */
export const Unfold = ({ text, of, isOpen = false, children }: UnfoldProps) => (
  <details class="ask" open={isOpen}>
    <summary class="button second" aria-label={labelOf(text, of)}>
      {text}
    </summary>
    <div>{children}</div>
  </details>
);

type AskProps = Omit<PressProps, "kind"> & {
  /** What goes with it, said before it is done. */
  warning: string;
  /** False where nothing is taken away: red is for what is. */
  isDanger?: boolean;
};

/** A button that asks once before it does what cannot be taken back: the first press says what will happen. */
export const Ask = ({ warning, isDanger = true, of, ...press }: AskProps) => (
  <Unfold text={press.text} of={of}>
    <p>{warning}</p>
    <Press {...press} {...(isDanger ? { kind: "danger" } : {})} />
  </Unfold>
);
