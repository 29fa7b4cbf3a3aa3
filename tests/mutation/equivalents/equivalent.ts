/** A mutant that does what the file does: no test can notice it, and it counts for nothing. */
export type Equivalent = {
  file: string;
  was: string;
  is: string;
  /** The line that it stands on, without its indentation, where the file has the same change elsewhere. */
  on?: string;
  why: string;
};
