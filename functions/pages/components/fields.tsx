import { type Child, createContext, type JSX, useContext } from "hono/jsx";
import type { Shape } from "../../_http/validate.ts";
import { heldTo } from "../form.ts";
import type { FormNote, ShownOnce } from "../form-note.ts";
import { useTeller } from "../format/teller.tsx";

/** The id of the error at a field. The summary at the top of the page links to it. */
export const ERROR_ID = "what-is-wrong";

/** The result of a refused form, for its fields. `showPage` provides it. */
type FormTrouble = Pick<FormNote, "form" | "values" | "shown"> & {
  /** The field with the error, and the error in the reader's language. Null if the error is about no field. */
  field: { name: string; text: string } | null;
};

const Trouble = createContext<FormTrouble | null>(null);
export const TroubleScope = Trouble.Provider;

/** Returns the result of the last form, which is shown only once. Null if there is none of this kind. */
export function useShown<Kind extends ShownOnce["kind"]>(kind: Kind) {
  const shown = useContext(Trouble)?.shown;
  return shown?.kind === kind ? (shown as Extract<ShownOnce, { kind: Kind }>) : null;
}

/** Labels of fields (with a hint under `nameHint`) or values of fields, by the field's name. */
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
  /** The path that the form is sent to. The note of a refusal identifies the form by it. */
  action: string;
  /** The schema that checks the form. Its fields take their limits from there. */
  shape?: Shape;
  class?: string;
  /** The text of the button. The default is "Save". */
  submit?: string;
  kind?: "first" | "second";
  /** Content beside the button. */
  beside?: Child;
  children?: Child;
};

/** A form. After a refusal its fields show the typed values again, and the error. */
export function Form(props: FormProps) {
  const { save } = useTeller().words.owner;
  const { action, class: kinds = "stack", submit = save, kind, beside, children, ...scope } = props;
  const trouble = useContext(Trouble);
  const button = (
    <button type="submit" class={kind === "second" ? kind : undefined}>
      {submit}
    </button>
  );
  // Makes ids unique: several forms of a page may have fields with the same name.
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
  /** The action of the form inside the fold. Omitted for a fold of fields, which is inside its form. */
  of?: string;
  names?: readonly string[];
  isOpen?: boolean;
  children?: Child;
};

/** A fold that is open if typed values or an error come back to its fields after a refusal. */
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

/** A search form. It sends a GET, so that the results have their own URL. */
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
  /** The default is the form's label for this name. The same goes for the hint and the value. */
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
    /** The attributes that every kind of field has. */
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

type LabeledProps = { field: ReturnType<typeof useField>; children?: Child };

/** A field with label, error and hint. */
const Labeled = ({ field: { own, label, error, hint }, children }: LabeledProps) => (
  <p class="field">
    <label for={own.id}>{label}</label>
    <ErrorText text={error} />
    {children}
    {hint === undefined ? null : (
      <span class="hint" id={`${own.id}-hint`}>
        {hint}
      </span>
    )}
  </p>
);

/** `rows`: makes it a text area. The limits are those of the form's shape. */
type FieldProps = Asked & Omit<JSX.IntrinsicElements["input"], keyof Asked> & { rows?: number };

export function Field({ label, hint, name, value, type, rows, ...rest }: FieldProps) {
  const field = useField({ name, label, hint, value });
  const text = field.value == null ? undefined : String(field.value);
  const limits = { ...heldTo(field.shape, name), ...rest };
  return (
    <Labeled field={field}>
      {rows === undefined ? (
        <input {...field.own} type={type ?? "text"} value={text} {...limits} />
      ) : (
        <textarea {...field.own} rows={rows} {...limits}>
          {text}
        </textarea>
      )}
    </Labeled>
  );
}

export type Option = readonly [value: string, text: string];

export const optionsOf = <Value extends string>(
  values: readonly Value[],
  texts?: Readonly<Partial<Record<NoInfer<Value>, string>>>,
): Option[] => values.map((value) => [value, texts?.[value] ?? value]);

type ChoiceProps = Asked & { options: readonly Option[] };

export function Choice({ options, ...asked }: ChoiceProps) {
  const field = useField(asked);
  return (
    <Labeled field={field}>
      <select {...field.own}>
        <Options of={options} chosen={String(field.value ?? "")} />
      </select>
    </Labeled>
  );
}

export const Options = ({ of, chosen }: { of: readonly Option[]; chosen: string }) =>
  of.map(([value, text]) => (
    <option value={value} selected={value === chosen}>
      {text}
    </option>
  ));

/** `value`: only for one of several boxes with the same name. */
type TickProps = Omit<Asked, "hint" | "value"> & { checked?: boolean; value?: string };

/** A checkbox; the whole line can be clicked. A box without a `value` sends "no" if it isn't ticked. */
export function Tick({ value, checked, ...asked }: TickProps) {
  const { trouble } = useContext(FormContext);
  const { label, value: kept } = useField(asked);
  const own = value ?? "yes";
  // A note that only shows a result has no values, so it doesn't decide which boxes are ticked.
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
