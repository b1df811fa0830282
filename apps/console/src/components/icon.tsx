const paths = {
  queue: 'M3.75 13.5 6.5 4.75h11l2.75 8.75v5.75H3.75zM3.75 13.5H9a3 3 0 0 0 6 0h5.25',
  withdrawal: 'M12 15.25V3.75M7.25 8.5 12 3.75l4.75 4.75M3.75 16.5v3.75h16.5V16.5',
  deposit: 'M12 3.75v11.5M7.25 10.5 12 15.25l4.75-4.75M3.75 16.5v3.75h16.5V16.5',
  auto: 'M13 3.75 6.5 13.25h4.75L10.5 20.25 17.5 10.5h-5z',
  repair:
    'M14.5 5.25a4.25 4.25 0 0 0-5 5.5L3.75 16.5v3.75H7.5l5.75-5.75a4.25 4.25 0 0 0 5.5-5L16 12.25l-3-1.25-1.25-3z',
  stuck: 'M7 3.75h10M7 20.25h10M8 3.75v3.5L12 12l4-4.75v-3.5M8 20.25v-3.5L12 12l4 4.75v3.5',
  pool: 'M3.75 8c2.75 0 2.75 2 5.5 2s2.75-2 5.5-2 2.75 2 5.5 2M3.75 14c2.75 0 2.75 2 5.5 2s2.75-2 5.5-2 2.75 2 5.5 2',
  wallet: 'M3.75 6.75h16.5v12.5H3.75zM3.75 6.75 15.5 3.75v3M15 13h5.25',
  questions: 'M4.75 4.75h14.5v10.5h-8l-4 4v-4h-2.5zM8.5 9h7M8.5 11.75h4.5',
  machines:
    'M3.75 5.75h16.5v12.5H3.75zM8 9.25a2.75 2.75 0 1 1 0 5.5 2.75 2.75 0 0 1 0-5.5zM14 9.5h3M14 12h3M14 14.5h3M6 18.25v2M18 18.25v2',
  sites: 'M3.75 20.25V9.75l5 3.5v-3.5l5 3.5V4.75h6.5v15.5zM7.5 16.5h2.5M13.5 16.5H16',
  content: 'M5.75 2.75h8.5l4 4v14.5H5.75zM14 2.75V7h4.25M9 12h6M9 16h6',
  messages: 'M3.75 6h16.5v12.5H3.75zM3.75 6.5 12 13l8.25-6.5',
  savings:
    'M3.75 20.25h16.5M5.75 20.25v-4.5h3.5v4.5M10.25 20.25v-7.5h3.5v7.5M14.75 20.25v-10.5h3.5v10.5M5 11.25l5-3.5 3 .5 5.5-4.5M15 3.75h3.5v3.5',
  account: 'M12 4a4.25 4.25 0 1 1 0 8.5A4.25 4.25 0 0 1 12 4zM4 20.25c.6-4 3.9-5.75 8-5.75s7.4 1.75 8 5.75z',
  settings: 'M4 7.5h9M17 7.5h3M4 16.5h3M11 16.5h9M13 5.5v4h4v-4zM7 14.5v4h4v-4z',
  customers:
    'M9 5a3.5 3.5 0 1 1 0 7 3.5 3.5 0 0 1 0-7zM2.75 19.25c.5-3.2 3-4.75 6.25-4.75s5.75 1.55 6.25 4.75zM16 5.5a3 3 0 0 1 0 6M18 14.75c1.9.6 3 2.1 3.25 4.5',
  search: 'M10.5 4.5a6 6 0 1 1 0 12 6 6 0 0 1 0-12zM15 15l5 5',
  pulse: 'M2.75 12h4l2.5-7 4.5 14 2.75-7h4.75',
  days: 'M3.75 5.25h16.5v15H3.75zM3.75 10h16.5M8 2.75v4.5M16 2.75v4.5',
  ledger:
    'M5.75 3.75h12.5v16.5H5.75zM3.75 8h3.5M3.75 12h3.5M3.75 16h3.5M12.25 8.25a2 2 0 1 1 0 4 2 2 0 0 1 0-4zM9 16.25c.4-1.9 1.6-2.6 3.25-2.6s2.85.7 3.25 2.6',
  list: 'M8.75 6h11.5M8.75 12h11.5M8.75 18h11.5M4 6v.01M4 12v.01M4 18v.01',
} as const;

export type IconName = keyof typeof paths;

/** 24 px of the look's own hand, drawn at 16. */
export function Icon({ name, className }: { name: IconName; className?: string }) {
  return (
    <svg
      className={className}
      width="16"
      height="16"
      viewBox="0 0 24 24"
      fill="none"
      stroke="currentColor"
      strokeWidth="1.5"
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden="true"
    >
      <path d={paths[name]} />
    </svg>
  );
}
