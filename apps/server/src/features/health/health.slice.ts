import { type HealthDeps, healthConsole } from './health.console.ts';

export function healthSlice(deps: HealthDeps) {
  return { consoleHandlers: healthConsole(deps) };
}
