import QuickLRU from "quick-lru";

/** A home's firmware sends the same few names on every post; so many different ones are kept. */
const NAMES_MAX = 1_024;
/** Longer names are rare, and would make the memory large. */
const CHARACTERS_MAX = 64;

type Answers<Answer> = { get(name: string): Answer | undefined; set(name: string, answer: Answer): unknown };

const keptIn =
  <Answer>(answers: Answers<Answer>, answerOf: (name: string) => Answer, charactersMax = Infinity) =>
  (name: string): Answer => {
    const known = answers.get(name);
    if (known !== undefined) return known;
    const answer = answerOf(name);
    if (name.length <= charactersMax) answers.set(name, answer);
    return answer;
  };

/** A pure function of a name that remembers its newest results. */
export const remembered = <Answer>(answerOf: (name: string) => Answer) =>
  keptIn(new QuickLRU<string, Answer>({ maxSize: NAMES_MAX }), answerOf, CHARACTERS_MAX);

/** A test of names by a pattern. */
export const matching = (form: RegExp) => remembered((name) => form.test(name));

/**
 * A pure function of an object that never changes, and of a key: it remembers each object's result for the last key, for as
 * long as the object lives.
 */
export const rememberedOf = <Of extends object, Answer, Key = void>(
  answerOf: (of: Of, key: Key) => Answer,
): ((of: Of, key: Key) => Answer) => {
  const answers = new WeakMap<Of, { key: Key; answer: Answer }>();
  return (of, key) => {
    const known = answers.get(of);
    if (known !== undefined && known.key === key) return known.answer;
    const answer = answerOf(of, key);
    answers.set(of, { key, answer });
    return answer;
  };
};

/** A pure function of a text of our own tables: they are finite, so each result is kept. */
export const ofTable = <Answer>(answerOf: (text: string) => Answer) =>
  keptIn(new Map<string, Answer>(), answerOf);

/** A pattern that stands in a table of ours; never one of a text that somebody sends. */
export const tablePattern = ofTable((text: string): RegExp => new RegExp(text));
