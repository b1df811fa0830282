import { AsyncLocalStorage } from 'node:async_hooks';
import type { App } from '../app.ts';

/** The process whose part of the product runs: it decides which role of the database its statements have. */
export type Part = 'public' | 'worker' | 'staff';

const part = new AsyncLocalStorage<Part | undefined>();

/** Runs `work` with the role that its process would have; outside of it, or with none, a test has the role of all three. */
export function as<T>(of: Part | undefined, work: () => T): T {
  return part.run(of, work);
}

export const currentPart = (): Part | undefined => part.getStore();

/** The same functions, each with the role of its process. */
function allAs<T extends Record<string, (...given: never[]) => unknown>>(of: Part, functions: T): T {
  const wrapped = Object.entries(functions).map(([name, run]) => [
    name,
    (...given: never[]) => as(of, () => run(...given)),
  ]);
  return Object.fromEntries(wrapped) as T;
}

/** What a test calls of the worker. */
export function workerParts(app: Pick<App, 'jobs' | 'ticks' | 'watchers' | 'checkBooks' | 'watchBooks'>) {
  return {
    jobs: allAs('worker', app.jobs),
    ticks: app.ticks.map((tick) => (now: Date) => as('worker', () => tick(now))),
    watchers: app.watchers.map((watch) => (now: Date) => as('worker', () => watch(now))),
    checkBooks: (now: Date) => as('worker', () => app.checkBooks(now)),
    watchBooks: (now: Date) => as('worker', () => app.watchBooks(now)),
  };
}
