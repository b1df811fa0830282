import type { ReactNode } from 'react';

/** Demo of a component, with every state that a screen may have. */
export interface Demo {
  title: string;
  Show: () => ReactNode;
}

/** A month of deterministic data. */
export const demoDays = Array.from({ length: 30 }, (_, i) => {
  const dip = i === 12 ? 0.45 : i === 13 ? 0.3 : 1;
  const output = Math.round((5_400_000 + 600_000 * Math.sin(i * 1.7) + 300_000 * Math.cos(i * 0.6)) * dip);
  const fee = Math.round(4_200_000 * (dip < 1 ? dip + 0.2 : 1));
  const date = new Date(Date.UTC(2026, 9, 21 + i)).toISOString().slice(0, 10);
  return { date, output: BigInt(output), fee: BigInt(fee) };
});
