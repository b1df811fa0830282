import type { Sizes } from './sizes.ts';

export interface Options {
  /** Makes the same run again. */
  seed: number;
  /** Another one each time, also in the short form, unless one was chosen. */
  freshSeed: number;
  sizes: Sizes;
}

type OnEnd = (stop: () => unknown) => void;

export interface Context {
  /** Carries out one proof and prints it; throws with its title when it does not hold. `onEnd` names what to stop after it. */
  prove(title: string, work: (onEnd: OnEnd) => Promise<unknown>): Promise<void>;
  /** What to stop when the whole simulation has ended. */
  onEnd: OnEnd;
}

export type Simulation = (options: Options, context: Context) => Promise<void>;

/** Runs one simulation; throws at the first proof that does not hold. */
export function runSimulation(simulate: Simulation, options: Options): Promise<void> {
  return stoppingAll((onEnd) => simulate(options, { prove, onEnd }));
}

async function prove(title: string, work: (onEnd: OnEnd) => Promise<unknown>): Promise<void> {
  const start = performance.now();
  await stoppingAll(work).catch((cause) => {
    throw new Error(`${title}: ${cause instanceof Error ? cause.message : cause}`, { cause });
  });
  console.log(`  ${title} (${((performance.now() - start) / 1000).toFixed(1)} s)`);
}

/** Stops, last first, what the work started, whether it failed or not. The first failure is the one that counts. */
async function stoppingAll(work: (onEnd: OnEnd) => Promise<unknown>): Promise<void> {
  const stops: (() => unknown)[] = [];
  const failures: unknown[] = [];
  await work((stop) => stops.push(stop)).catch((error) => failures.push(error));
  for (const stop of stops.toReversed()) {
    await Promise.resolve()
      .then(stop)
      .catch((error) => failures.push(error));
  }
  if (failures.length > 0) throw failures[0];
}
