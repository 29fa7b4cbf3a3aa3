import type { MadeBackup } from "../../../lib/status/judge-status.ts";
import type { Teller } from "../format/teller.ts";
import type { Words } from "../words/en.ts";
import { Ago } from "./ago.tsx";

type LastBackupProps = { made: MadeBackup | null; words: Words["service"]; teller: Teller };

const MEGABYTE = 1_000_000;

/** When the last scheduled backup was made and how large it is, on a machine that makes them. */
export const LastBackup = ({ made, words, teller }: LastBackupProps) => (
  <p>
    {words.lastBackup}{" "}
    {made === null ? (
      words.noBackup
    ) : (
      <>
        <Ago at={made.at} teller={teller} />, {teller.number(Math.ceil(made.bytes / MEGABYTE), 0)} MB
      </>
    )}
  </p>
);
