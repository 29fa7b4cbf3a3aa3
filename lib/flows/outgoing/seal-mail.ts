import { ID_PREFIXES } from "../../../schema/vocabulary.ts";
import { newId } from "../../domain/id.ts";
import type { NewMessage, SealedMessage } from "../../domain/outgoing/message.ts";
import type { Random, Vault } from "../../ports.ts";
import { sealMessage } from "./seal-message.ts";

type NewMail = Omit<NewMessage, "id" | "channel">;

/** Seals a message that goes out by mail whatever its reader has chosen. */
export const sealMail = (
  { random, serverVault }: { random: Random; serverVault: Vault },
  mail: NewMail,
): Promise<SealedMessage> =>
  sealMessage(serverVault, { ...mail, id: newId(ID_PREFIXES.message, random), channel: "email" });
