import type { Channel, Language } from "../../schema/vocabulary.ts";

/** An address at which somebody can be reached; the one that they sign in with is among them. */
export type Contact = {
  channel: Channel;
  address: string;
  isVerified: boolean;
  isGone: boolean;
  /** The contact point's id and what its sender needs besides, in the vault's form. */
  id: string | null;
  sealedSecret: string | null;
  /** What was chosen for it, else what its owner reads. */
  language: Language;
};

export const isReachable = ({ isVerified, isGone }: Contact): boolean => isVerified && !isGone;
