const PATHS = {
  well: "M20 6 9 17l-5-5",
  alert: "M12 9v4m0 4h.01M10.3 3.9 1.8 18a2 2 0 0 0 1.7 3h17a2 2 0 0 0 1.7-3L13.7 3.9a2 2 0 0 0-3.4 0z",
  unknown: "M9.1 9a3 3 0 0 1 5.8 1c0 2-3 3-3 3m.1 4h.01M22 12a10 10 0 1 1-20 0 10 10 0 0 1 20 0z",
  waiting: "M12 6v6l4 2m6-2a10 10 0 1 1-20 0 10 10 0 0 1 20 0z",
  flood: "M12 2.7c4 4.3 6.5 7.5 6.5 11a6.5 6.5 0 0 1-13 0c0-3.5 2.5-6.7 6.5-11z",
  door: "M4 21h16M6 21V4a1 1 0 0 1 1-1h10a1 1 0 0 1 1 1v17m-4-9h.01",
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
  mute: "M13.7 21a2 2 0 0 1-3.4 0M18.600 13A17.9 17.9 0 0 1 18 8m-11.7-1.700A6 6 0 0 0 6 8c0 7-3 9-3 9h14M18 8a6 6 0 0 0-9.3-5M2 2l20 20",
} as const;

export type IconName = keyof typeof PATHS;

/** Stands beside words that say the same, and is hidden from screen readers. */
export const Icon = ({ name }: { name: IconName }) => (
  <svg class="icon" viewBox="0 0 24 24" aria-hidden="true" focusable="false">
    <path d={PATHS[name]} />
  </svg>
);
