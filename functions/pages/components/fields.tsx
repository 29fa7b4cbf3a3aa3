import { type Child, createContext, useContext } from "hono/jsx";
import type { FormNote } from "../form-note.ts";
import { Unfold } from "./unfold.tsx";

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

type FormScope = { prefix: string; trouble: FormTrouble | null };

const FormContext = createContext<FormScope>({ prefix: "field", trouble: null });

type FormProps = {
  /** Where it is sent, with which the note of a refusal names it. */
  action: string;
  class?: string;
  /** Where a page has several forms with fields of one name. */
  prefix?: string;
  children?: Child;
};

/** A form whose fields show again what was typed, and what is wrong with it. */
export function Form({ action, prefix = "field", children, ...rest }: FormProps) {
  const trouble = usePageTrouble();
  const isThis = trouble !== null && trouble.form === action;
  return (
    <form method="post" action={action} {...rest}>
      <FormContext.Provider value={{ prefix, trouble: isThis ? trouble : null }}>
        {children}
      </FormContext.Provider>
    </form>
  );
}

function useFieldState(name: string, hint: string | undefined) {
  const { prefix, trouble } = useContext(FormContext);
  const id = `${prefix}-${name}`;
  const error = trouble?.field?.name === name ? trouble.field.text : null;
  const described = [error === null ? "" : ERROR_ID, hint === undefined ? "" : `${id}-hint`];
  return {
    id,
    error,
    typed: trouble?.values.findLast(([each]) => each === name)?.[1],
    described: described.filter((each) => each !== "").join(" ") || undefined,
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

const Hint = ({ id, text }: { id: string; text: string | undefined }) =>
  text === undefined ? null : (
    <span class="hint" id={`${id}-hint`}>
      {text}
    </span>
  );

type FieldProps = {
  label: string;
  name: string;
  value?: string | number | undefined;
  type?:
    | "text"
    | "email"
    | "number"
    | "tel"
    | "time"
    | "url"
    | "search"
    | "date"
    | "datetime-local"
    | "password";
  hint?: string | undefined;
  /** What the number is in, said behind it. */
  unit?: string | undefined;
  required?: boolean;
  maxlength?: number;
  inputmode?: "numeric" | "decimal";
  autocomplete?: string;
  step?: string;
};

/** A labelled field; its hint and its error are read with it. */
export function Field({ label, hint, name, value, type = "text", unit, ...rest }: FieldProps) {
  const { id, error, typed, described } = useFieldState(name, hint);
  const shown = typed ?? value;
  const input = (
    <input
      id={id}
      name={name}
      type={type}
      value={shown === undefined ? undefined : String(shown)}
      aria-invalid={error === null ? undefined : "true"}
      aria-describedby={described}
      {...rest}
    />
  );
  return (
    <p class="field">
      <label for={id}>
        {label}
        {unit === undefined ? null : <span class="visually-hidden">{` (${unit})`}</span>}
      </label>
      <ErrorText text={error} />
      {unit === undefined ? (
        input
      ) : (
        <span class="in-unit">
          {input}
          <span aria-hidden="true">{unit}</span>
        </span>
      )}
      <Hint id={id} text={hint} />
    </p>
  );
}

type AreaProps = Pick<FieldProps, "label" | "name" | "required" | "maxlength" | "hint"> & {
  rows?: number;
  value?: string | undefined;
};

/** Several lines of text. */
export function Area({ label, name, hint, rows = 3, value, ...rest }: AreaProps) {
  const { id, error, typed, described } = useFieldState(name, hint);
  return (
    <p class="field">
      <label for={id}>{label}</label>
      <ErrorText text={error} />
      <textarea
        id={id}
        name={name}
        rows={rows}
        aria-invalid={error === null ? undefined : "true"}
        aria-describedby={described}
        {...rest}
      >
        {typed ?? value}
      </textarea>
      <Hint id={id} text={hint} />
    </p>
  );
}

type Option = readonly [value: string, text: string];

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
  const { id, error, typed, described } = useFieldState(name, hint);
  const chosen = typed ?? value;
  return (
    <p class="field">
      <label for={id}>{label}</label>
      <ErrorText text={error} />
      <select
        id={id}
        name={name}
        aria-invalid={error === null ? undefined : "true"}
        aria-describedby={described}
      >
        <Options options={options} chosen={chosen} />
        {groups.map(([heading, grouped]) => (
          <optgroup label={heading}>
            <Options options={grouped} chosen={chosen} />
          </optgroup>
        ))}
      </select>
      <Hint id={id} text={hint} />
    </p>
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

type SegmentsProps = { label: string; name: string; value: string; options: readonly Option[] };

/** One of a few short answers, all of them in sight. */
export function Segments({ label, name, value, options }: SegmentsProps) {
  const { id, error, typed } = useFieldState(name, undefined);
  return (
    <div class="field" role="radiogroup" aria-labelledby={`${id}-label`}>
      <span class="label" id={`${id}-label`}>
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

type TickProps = { label: string; name: string; checked: boolean; value?: string };

/** A box that is ticked or not; the whole line is its target. */
export function Tick({ label, name, checked, value = "yes" }: TickProps) {
  const { trouble } = useContext(FormContext);
  // A note that only shows something has no values, and says nothing about what is ticked.
  const isTicked =
    trouble === null || trouble.values.length === 0
      ? checked
      : trouble.values.some(([each, typed]) => each === name && typed === value);
  return (
    <label class="tick">
      <input type="checkbox" name={name} value={value} checked={isTicked} />
      <span>{label}</span>
    </label>
  );
}

type PressProps = {
  action: string;
  text: string;
  name?: string;
  value?: string;
  kind?: "second" | "danger";
  label?: string;
  children?: Child;
  /** Stands above the button. */
  choice?: Child;
};

/** A form that is one button. */
export const Press = ({ action, text, name, value, kind, label, children, choice }: PressProps) => (
  <form method="post" action={action} class="press">
    {name === undefined ? null : <input type="hidden" name={name} value={value ?? ""} />}
    {choice}
    <button type="submit" class={kind} aria-label={label}>
      {children}
      {text}
    </button>
  </form>
);

type AskProps = Omit<PressProps, "children" | "kind"> & {
  /** What goes with it, said before it is done. */
  warning: string;
  /** What the button says that does it; the same words as the one that opens it where left out. */
  sure?: string;
  /** False where nothing is taken away: red is for what is. */
  isDanger?: boolean;
};

/** A button that asks once before it does what cannot be taken back: the first press says what will happen. */
export const Ask = ({ text, warning, sure = text, label, isDanger = true, ...press }: AskProps) => (
  <Unfold text={text} label={label}>
    <p>{warning}</p>
    <Press {...press} text={sure} {...(isDanger ? { kind: "danger" } : {})} />
  </Unfold>
);
