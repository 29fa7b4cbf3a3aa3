import { type CardPlace, ID_PREFIXES } from "../../schema/vocabulary.ts";
import type { EmergencyCardChange } from "../../schema/wire/account/emergency.ts";
import { CHANNEL_RULES } from "../channels/registry.ts";
import { done, doneIf, type Outcome, refuse } from "../kernel/outcome.ts";
import { newId } from "../kernel/secret.ts";
import type { CoreServices, Services } from "../kernel/services.actions.ts";
import { messageOf } from "../kernel/text.ts";
import { HOUR_MS } from "../kernel/time.ts";
import { maskedRecipient } from "../outbox/shown-delivery.ts";
import { type Acting, entryBy } from "../people/activity.ts";
import {
  addPhoto,
  announceObject,
  deletePhoto,
  findCard,
  findCoverage,
  findPhotoType,
  forgetObjects,
  listRemovedObjects,
  saveCard,
} from "./card.queries.ts";
import { type CardPhoto, EMERGENCY_LIMITS, judgeCoverage, photoKey, shownCard } from "./card.ts";
import { cleanPhoto } from "./photo.ts";

/** How long storing a photo may take before its file counts as left behind. */
const STORING_MS = HOUR_MS;

const SWEPT_AT_ONCE = 100;

const PHOTO_TYPE = "image/jpeg" as const;

export const showCard = async ({ db, objects }: Services, householdId: string) =>
  done({ card: shownCard(await findCard(db, householdId), objects !== null) });

/** Replaces the whole card. A request that names a version fails if the card has changed since. */
export async function changeCard(services: Services, acting: Acting, change: EmergencyCardChange) {
  const { is_shared: isShared, version = null, ...card } = change;
  const entry = entryBy(acting, services.clock(), "emergency_card_changed", null);
  const isSaved = await saveCard(services.db, entry, { card, isShared, version });
  return isSaved ? await showCard(services, acting.householdId) : refuse("changed_meanwhile");
}

/**
 * Stores a photo's pixels without any metadata. First marks its file for deletion, and `addPhoto` takes the mark back:
 * a crash between the object store and the database leaves no file behind.
 */
export async function keepPhoto(
  services: Services,
  acting: Acting,
  { place, bytes }: { place: CardPlace; bytes: Uint8Array },
): Promise<Outcome<{ photo: CardPhoto }>> {
  const { db, clock, random, objects } = services;
  if (objects === null) return refuse("photos_not_configured");
  const clean = cleanPhoto(bytes);
  if (clean === null) return refuse("bad_photo");
  const at = clock();
  const { width, height } = clean;
  const id = newId(ID_PREFIXES.photo, random);
  const photo = { id, place, type: PHOTO_TYPE, bytes: clean.bytes.length, width, height };
  const key = photoKey(photo.id);
  await announceObject(db, key, new Date(at.getTime() + STORING_MS));
  await objects.put(key, clean.bytes, PHOTO_TYPE);
  const max = EMERGENCY_LIMITS.cardPhotosMax;
  const isKept = await addPhoto(db, entryBy(acting, at, "emergency_photo_added", id), { ...photo, key }, max);
  if (isKept) return done({ photo });
  await dropFile(services, key);
  return refuse("too_many", `A card has ${max} photos at most: remove one first`);
}

export async function removePhoto(services: Services, acting: Acting, id: string) {
  const entry = entryBy(acting, services.clock(), "emergency_photo_removed", id);
  const isRemoved = await deletePhoto(services.db, entry);
  if (isRemoved) await dropFile(services, photoKey(id));
  return doneIf(isRemoved);
}

/**
 * Deletes a file that no card has at once: the hourly sweep alone would be slower than one who keeps sending photos. If
 * that fails, the file stays marked for the sweep.
 */
async function dropFile({ db, objects, report }: Services, key: string): Promise<void> {
  try {
    await objects?.remove([key]);
    await forgetObjects(db, [key]);
  } catch (error) {
    report({ level: "warn", event: "photo_file_left", error: messageOf(error) });
  }
}

export type OpenedPhoto = { type: string; bytes: Uint8Array };

/** Returns the photo, or `not_found` if the home has no such photo or the object store has lost its file. */
export async function openPhoto({ db, objects }: Services, householdId: string, id: string) {
  const photo = await findPhotoType(db, householdId, id);
  const bytes = photo === null ? null : await objects?.get(photoKey(id));
  return photo === null || !bytes ? refuse("not_found") : done({ ...photo, bytes });
}

/** Deletes the files of deleted photos and homes, and returns how many. The next run, an hour later, takes the rest. */
export async function sweepObjects({ db, clock, objects }: Services): Promise<number> {
  if (objects === null) return 0;
  const keys = await listRemovedObjects(db, clock(), SWEPT_AT_ONCE);
  if (keys.length === 0) return 0;
  await objects.remove(keys);
  await forgetObjects(db, keys);
  return keys.length;
}

/** Lists the gaps in a home's alerting, as of now. */
export async function showCoverage({ db, clock }: CoreServices, householdId: string) {
  const now = clock();
  const facts = await findCoverage(db, householdId, now);
  const people = facts.people.map(({ channels, ...person }) => ({
    ...person,
    channels: channels.map(({ channel, address, provenAt }) => ({
      channel,
      // An email address needs no label: it is clear in every language.
      label:
        channel === "email"
          ? address
          : `${CHANNEL_RULES[channel].label}, ${maskedRecipient(channel, address)}`,
      provenAt,
    })),
  }));
  return done({ gaps: judgeCoverage({ ...facts, people }, now) });
}
