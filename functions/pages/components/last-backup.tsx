import type { Teller } from "../format/teller.ts";
import type { Words } from "../words/en.ts";
import { Ago } from "./ago.tsx";

type LastBackupProps = { at: Date | null; words: Words["service"]; teller: Teller };

/** When the last scheduled backup was made, on a machine that makes them. */
export const LastBackup = ({ at, words, teller }: LastBackupProps) => (
  <p>
    {words.lastBackup} {at === null ? words.noBackup : <Ago at={at} teller={teller} />}
  </p>
);
