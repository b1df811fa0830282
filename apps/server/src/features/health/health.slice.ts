import { type HealthDeps, healthConsole } from './health.console.ts';
import { readFailedJobs } from './health.store.ts';

export function healthSlice(deps: HealthDeps) {
  return { consoleHandlers: healthConsole(deps), readFailedJobs };
}
