/** A pure function of what stands in our own tables: they are finite, so each result is kept. */
export const ofTable = <Answer>(answerOf: (text: string) => Answer): ((text: string) => Answer) => {
  const answers = new Map<string, Answer>();
  return (text) => {
    const known = answers.get(text);
    if (known !== undefined) return known;
    const answer = answerOf(text);
    answers.set(text, answer);
    return answer;
  };
};

/** A pattern that stands in a table of ours; never one of a text that somebody sends. */
export const tablePattern = ofTable((text: string): RegExp => new RegExp(text));
