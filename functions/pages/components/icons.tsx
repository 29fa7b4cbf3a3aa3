import type { RoomIcon } from "../../../schema/vocabulary.ts";

const ROOMS: { [Icon in RoomIcon]: string } = {
  room: "M5 21V4h10v17M3 21h18M15 8h4v13M12 12.500h.01",
  living_room:
    "M6 11V8a3 3 0 0 1 3-3h6a3 3 0 0 1 3 3v3M3 12.500a2 2 0 0 1 4 0V15h10v-2.500a2 2 0 0 1 4 0V18H3zM6 18v2m12-2v2",
  bedroom: "M3 19V6m0 9h18v4m0-4v-2a4 4 0 0 0-4-4h-7v6M6.500 11.500h.01",
  kitchen:
    "M5 10h14v7a3 3 0 0 1-3 3H8a3 3 0 0 1-3-3zM2.500 12.500H5m14 0h2.500M9 7c0-1.500 1-1.500 1-3m4 3c0-1.500 1-1.500 1-3",
  bathroom: "M3 12h18v2a5 5 0 0 1-5 5H8a5 5 0 0 1-5-5zM6 12V6a2.500 2.500 0 0 1 5 0M7 19l-1 2m11-2 1 2",
  laundry: "M5 3h14v18H5zM8 6.500h.01M16.500 14a4.500 4.500 0 1 1-9 0 4.500 4.500 0 0 1 9 0z",
  office: "M4 5h16v10H4zM9 20h6m-3-5v5",
  basement: "M3 5h5v4h4v4h4v4h5M3 21h18",
  attic: "M2 19 12 5l10 14zM10 19v-4h4v4",
  garage: "M3 21V9l9-5 9 5v12M7 21v-8h10v8M7 17h10",
  greenhouse: "M5 20C5 11 10 6 20 5c0 10-5 15-13 14m-2 1c2-5 5-8 9-10",
  outdoors: "M12 21v-5m0-13 6 8h-3l4 5H5l4-5H6z",
};

const PATHS = {
  ...ROOMS,
  sun: "M12 4V2m0 20v-2m8-8h2M2 12h2m13.700-5.700 1.400-1.400M4.900 19.100l1.400-1.400m0-11.400L4.900 4.900m14.200 14.200-1.400-1.400M16 12a4 4 0 1 1-8 0 4 4 0 0 1 8 0z",
  moon: "M20 14.500A8.500 8.500 0 0 1 9.500 4 8.500 8.500 0 1 0 20 14.500z",
  more: "m6 9 6 6 6-6",
  well: "M20 6 9 17l-5-5",
  alert: "M12 9v4m0 4h.01M10.3 3.9 1.8 18a2 2 0 0 0 1.7 3h17a2 2 0 0 0 1.7-3L13.7 3.9a2 2 0 0 0-3.4 0z",
  unknown: "M9.1 9a3 3 0 0 1 5.8 1c0 2-3 3-3 3m.1 4h.01M22 12a10 10 0 1 1-20 0 10 10 0 0 1 20 0z",
  waiting: "M12 6v6l4 2m6-2a10 10 0 1 1-20 0 10 10 0 0 1 20 0z",
  flood: "M12 2.7c4 4.3 6.5 7.5 6.5 11a6.5 6.5 0 0 1-13 0c0-3.5 2.5-6.7 6.5-11z",
  door: "M4 21h16M6 21V4a1 1 0 0 1 1-1h10a1 1 0 0 1 1 1v17m-4-9h.01",
  open: "M3 21h18M5 21V4a1 1 0 0 1 1-1h9M5 21l9-3V5.500a1 1 0 0 1 .8-1L19 3v18m-8-8.500v1",
  motion: "M13 4a1.5 1.5 0 1 0 0-.01M8 21l3-6 2 2v5M7 11l4-4 3 1 1 3 3 1M11 7l-1 6 3 3",
  other: "M12 3v9m5.7-6.700a8 8 0 1 1-11.4 0",
  up: "M12 19V5m-6 6 6-6 6 6",
  down: "M12 5v14m6-6-6 6-6-6",
  level: "M5 12h14",
  hearth:
    "M3 11.5 12 4l9 7.5M5.5 10v9.5h13V10M12 18.5c2 0 3-1.3 3-2.9 0-2.100-2-2.800-2-4.9-2.3 1-4 2.7-4 4.9 0 1.600 1 2.9 3 2.900z",
  device: "M8 3v3m8-3v3M8 18v3m8-3v3M3 8h3m-3 8h3M18 8h3m-3 8h3M6 6h12v12H6zM10 10h4v4h-4z",
  share: "M12 15V4m0 0L8 8m4-4 4 4M5 12v7a1 1 0 0 0 1 1h12a1 1 0 0 0 1-1v-7",
  settings: "M4 7h10m4 0h2M4 17h2m4 0h10M16 5v4M8 15v4",
  back: "m15 6-6 6 6 6",
  forward: "m9 6 6 6-6 6",
  mute: "M13.7 21a2 2 0 0 1-3.4 0M18.600 13A17.9 17.9 0 0 1 18 8m-11.7-1.700A6 6 0 0 0 6 8c0 7-3 9-3 9h14M18 8a6 6 0 0 0-9.3-5M2 2l20 20",
} as const;

export type IconName = keyof typeof PATHS;

/** Stands beside words that say the same, and is hidden from screen readers. */
export const Icon = ({ name }: { name: IconName }) => (
  <svg class="icon" viewBox="0 0 24 24" aria-hidden="true" focusable="false">
    <path d={PATHS[name]} />
  </svg>
);
