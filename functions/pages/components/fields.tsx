import { type Child, createContext, type JSX, useContext } from "hono/jsx";
import type { Shape } from "../../_http/validate.ts";
import { heldTo } from "../form.ts";
import type { FormNote, ShownOnce } from "../form-note.ts";
import { useTeller } from "../format/teller.tsx";

/** Where an error of a form stands, for the summary above to lead to. */
export const ERROR_ID = "what-is-wrong";

/** What a form that was refused has to say at its fields: the page's frame provides it. */
type FormTrouble = Pick<FormNote, "form" | "values" | "shown"> & {
  /** The field at fault and what it must be, in the reader's language; null where no field is. */
  field: { name: string; text: string } | null;
};

const Trouble = createContext<FormTrouble | null>(null);
export const TroubleScope = Trouble.Provider;

/** What a form has just made and is shown this once, where it is of this kind. */
export function useShown<Kind extends ShownOnce["kind"]>(kind: Kind) {
  const shown = useContext(Trouble)?.shown;
  return shown?.kind === kind ? (shown as Extract<ShownOnce, { kind: Kind }>) : null;
}

/** By a field's name: what it is called with its hint under `nameHint`, or what stands in it. */
type ByName = Readonly<Record<string, unknown>>;

type FormScope = {
  prefix: string;
  trouble: FormTrouble | null;
  shape?: Shape | undefined;
  labels?: ByName | undefined;
  values?: ByName | null | undefined;
};

const FormContext = createContext<FormScope>({ prefix: "field", trouble: null });

type FormProps = Pick<FormScope, "labels" | "values"> & {
  /** Where it is sent, with which the note of a refusal names it. */
  action: string;
  /** What it is checked against: the limits of its fields are those of its shape. */
  shape?: Shape;
  class?: string;
  /** "Save" where left out. */
  submit?: string;
  kind?: "first" | "second";
  /** What stands beside the button. */
  beside?: Child;
  children?: Child;
};

/** A form whose fields show again what was typed, and what is wrong with it. */
export function Form(props: FormProps) {
  const { save } = useTeller().words.owner;
  const { action, class: kinds = "stack", submit = save, kind, beside, children, ...scope } = props;
  const trouble = useContext(Trouble);
  const button = (
    <button type="submit" class={kind === "second" ? kind : undefined}>
      {submit}
    </button>
  );
  // A page may have several forms with fields of one name.
  const prefix = action.replace(/\W+/g, "-");
  return (
    <form method="post" action={action} class={kinds}>
      <FormContext.Provider value={{ ...scope, prefix, trouble: trouble?.form === action ? trouble : null }}>
        {children}
      </FormContext.Provider>
      {beside === undefined ? button : <div class="row">{[button, beside]}</div>}
    </form>
  );
}

type SearchProps = { action: string; label: string; hint: string; asked: string };

type FoldProps = {
  text: string;
  class: string;
  /** The form that it folds; the one around it where left out, of which it folds fields. */
  of?: string;
  names?: readonly string[];
  isOpen?: boolean;
  children?: Child;
};

/** Is open where what was typed into it comes back. */
export function Fold({ text, class: kinds, of, names, isOpen = false, children }: FoldProps) {
  const [around, { trouble: own }] = [useContext(Trouble), useContext(FormContext)];
  const { field, values = [] } = (around?.form === of ? around : own) ?? {};
  const isNamed = (name: string) => names === undefined || names.includes(name);
  const isBack = values.some(([name, value]) => isNamed(name) && value !== "");
  return (
    <details class={kinds} open={isOpen || isBack || (field != null && isNamed(field.name))}>
      <summary>{text}</summary>
      {children}
    </details>
  );
}

/** Asks by its page's address, so that a link opens what was found. */
export const SearchForm = ({ action, label, hint, asked }: SearchProps) => (
  <search>
    <form method="get" action={action} class="panel stack">
      <Field name="search" type="search" label={label} value={asked} hint={hint} required />
      <button type="submit">{useTeller().words.settings.placeFind}</button>
    </form>
  </search>
);

type Asked = {
  name: string;
  /** The form's own for this name where left out, as are the hint and the value. */
  label?: string | undefined;
  hint?: string | undefined;
  value?: string | number | null | undefined;
};

function useField({ name, label, hint, value }: Asked) {
  const { prefix, trouble, labels, values, shape } = useContext(FormContext);
  const id = `${prefix}-${name}`;
  const said = (key: string) => {
    const text = labels?.[key];
    return typeof text === "string" ? text : undefined;
  };
  const shownHint = (hint ?? said(`${name}Hint`)) || undefined;
  const error = trouble?.field?.name === name ? trouble.field.text : null;
  const described = [error !== null && ERROR_ID, shownHint !== undefined && `${id}-hint`];
  return {
    shape,
    label: label ?? said(name) ?? name,
    hint: shownHint,
    error,
    value: trouble?.values.findLast(([each]) => each === name)?.[1] ?? value ?? values?.[name],
    /** What every field says of itself. */
    own: {
      id,
      name,
      "aria-invalid": error === null ? undefined : ("true" as const),
      "aria-describedby": described.filter(Boolean).join(" ") || undefined,
    },
  };
}

const ErrorText = ({ text }: { text: string | null }) =>
  text === null ? null : (
    <span class="error" id={ERROR_ID}>
      {text}
    </span>
  );

type LabelledProps = { field: ReturnType<typeof useField>; unit?: string | undefined; children?: Child };

/** The label names the unit to whoever cannot see it behind the field. */
const Labelled = ({ field: { own, label, error, hint }, unit, children }: LabelledProps) => (
  <p class="field">
    <label for={own.id}>
      {label}
      {unit === undefined ? null : <span class="visually-hidden">{` (${unit})`}</span>}
    </label>
    <ErrorText text={error} />
    {unit === undefined ? (
      children
    ) : (
      <span class="in-unit">
        {children}
        <span aria-hidden="true">{unit}</span>
      </span>
    )}
    {hint === undefined ? null : (
      <span class="hint" id={`${own.id}-hint`}>
        {hint}
      </span>
    )}
  </p>
);

/** `unit`: what the number is in, said behind it. `rows`: of a field of several lines. Limits are those of the form's shape. */
type FieldProps = Asked &
  Omit<JSX.IntrinsicElements["input"], keyof Asked> & { unit?: string | undefined; rows?: number };

export function Field({ label, hint, name, value, type, unit, rows, ...rest }: FieldProps) {
  const field = useField({ name, label, hint, value });
  const text = field.value == null ? undefined : String(field.value);
  const limits = { ...heldTo(field.shape, name), ...rest };
  return (
    <Labelled field={field} unit={unit}>
      {rows === undefined ? (
        <input {...field.own} type={type ?? "text"} value={text} {...limits} />
      ) : (
        <textarea {...field.own} rows={rows} {...limits}>
          {text}
        </textarea>
      )}
    </Labelled>
  );
}

export type Option = readonly [value: string, text: string];

export const optionsOf = <Value extends string>(
  values: readonly Value[],
  texts?: Readonly<Partial<Record<NoInfer<Value>, string>>>,
): Option[] => values.map((value) => [value, texts?.[value] ?? value]);

type ChoiceProps = Asked & {
  options: readonly Option[];
  groups?: readonly (readonly [label: string, options: readonly Option[]])[];
};

export function Choice({ options, groups = [], ...asked }: ChoiceProps) {
  const field = useField(asked);
  const chosen = String(field.value ?? "");
  return (
    <Labelled field={field}>
      <select {...field.own}>
        <Options of={options} chosen={chosen} />
        {groups.map(([heading, grouped]) => (
          <optgroup label={heading}>
            <Options of={grouped} chosen={chosen} />
          </optgroup>
        ))}
      </select>
    </Labelled>
  );
}

export const Options = ({ of, chosen }: { of: readonly Option[]; chosen: string }) =>
  of.map(([value, text]) => (
    <option value={value} selected={value === chosen}>
      {text}
    </option>
  ));

export function Segments({ options, ...asked }: Omit<ChoiceProps, "groups" | "hint">) {
  const { own, label, error, value } = useField(asked);
  return (
    <fieldset class="field">
      <legend>{label}</legend>
      <ErrorText text={error} />
      <span class="segments">
        {options.map(([option, text]) => (
          <label>
            <input type="radio" name={own.name} value={option} checked={option === String(value ?? "")} />
            <span>{text}</span>
          </label>
        ))}
      </span>
    </fieldset>
  );
}

/** `value`: of one of several boxes. */
type TickProps = Omit<Asked, "hint" | "value"> & { checked?: boolean; value?: string };

/** A box that is ticked or not; the whole line is its target. One that stands alone says no where it is not. */
export function Tick({ value, checked, ...asked }: TickProps) {
  const { trouble } = useContext(FormContext);
  const { label, value: kept } = useField(asked);
  const own = value ?? "yes";
  // A note that only shows something has no values, and says nothing about what is ticked.
  const isTicked =
    trouble === null || trouble.values.length === 0
      ? (checked ?? kept === true)
      : trouble.values.some(([each, typed]) => each === asked.name && typed === own);
  return (
    <label class="tick">
      {value === undefined ? <input type="hidden" name={asked.name} value="no" /> : null}
      <input type="checkbox" name={asked.name} value={own} checked={isTicked} />
      <span>{label}</span>
    </label>
  );
}

export function Ticks({ options, ...asked }: Pick<ChoiceProps, "name" | "options">) {
  const { label, hint } = useField(asked);
  return (
    <fieldset>
      <legend>{label}</legend>
      {hint === undefined ? null : <p class="hint">{hint}</p>}
      {options.map(([value, text]) => (
        <Tick label={text} name={asked.name} value={value} />
      ))}
    </fieldset>
  );
}
