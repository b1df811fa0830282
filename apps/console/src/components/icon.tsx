const paths = {
  queue: 'M3.75 13.5 6.5 4.75h11l2.75 8.75v5.75H3.75zM3.75 13.5H9a3 3 0 0 0 6 0h5.25',
  questions: 'M4.75 4.75h14.5v10.5h-8l-4 4v-4h-2.5zM8.5 9h7M8.5 11.75h4.5',
  account: 'M12 4a4.25 4.25 0 1 1 0 8.5A4.25 4.25 0 0 1 12 4zM4 20.25c.6-4 3.9-5.75 8-5.75s7.4 1.75 8 5.75z',
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
