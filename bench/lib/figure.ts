import { cpus, totalmem } from 'node:os';
import { median, medianRatio } from './rounds.ts';

/** A figure of the quality page: what was measured, beside what, and what it must reach. */
export interface Figure {
  title: string;
  unit: string;
  ours: readonly number[];
  /** Of the same rounds; without it `ours` itself is held against the limits. */
  yardstick?: { name: string; values: readonly number[] };
  /** Ratio or value that must be reached. */
  atLeast?: number;
  /** Ratio or value that must not be passed. */
  atMost?: number;
  /** A target that is printed and does not fail the run. */
  aim?: number;
}

export interface Verdict {
  isReached: boolean;
  line: string;
}

/** One line: the figure, its yardstick, the ratio, the limit, and whether it is reached. */
function verdictOf(figure: Figure): Verdict {
  const { yardstick, atLeast, atMost, aim } = figure;
  const measured = yardstick ? medianRatio(figure.ours, yardstick.values) : median(figure.ours);
  const isReached = (atLeast === undefined || measured >= atLeast) && (atMost === undefined || measured <= atMost);
  const parts = [
    `${figure.title}: ${spread(figure.ours)} ${figure.unit}`,
    ...(yardstick ? [`${yardstick.name} ${spread(yardstick.values)} ${figure.unit}`, `ratio ${short(measured)}`] : []),
    ...(atLeast === undefined ? [] : [`at least ${short(atLeast)}`]),
    ...(atMost === undefined ? [] : [`at most ${short(atMost)}`]),
    ...(aim === undefined ? [] : [`aim ${short(aim)}`]),
    isReached ? 'reached' : 'NOT REACHED',
  ];
  return { isReached, line: parts.join(' · ') };
}

/** Prints every verdict and leaves an exit code that fails when one of the figures was missed. */
export function report(figures: readonly Figure[]): void {
  const verdicts = figures.map(verdictOf);
  for (const { line } of verdicts) console.log(line);
  if (verdicts.some(({ isReached }) => !isReached)) process.exitCode = 1;
}

/** `4,321 (4,100–4,400)`: the median and what it lies between. */
function spread(values: readonly number[]): string {
  return `${short(median(values))} (${short(Math.min(...values))}–${short(Math.max(...values))})`;
}

function short(value: number): string {
  return value.toLocaleString('en-US', { maximumFractionDigits: value < 10 ? 3 : value < 1000 ? 1 : 0 });
}

/** What every measurement is printed with: times mean nothing without it. */
export function describeMachine(): string {
  const gibibytes = Math.round(totalmem() / 2 ** 30);
  return `${cpus().length} cores (${cpus()[0]?.model.trim() ?? 'unknown'}), ${gibibytes} GiB, Node.js ${process.version}`;
}
