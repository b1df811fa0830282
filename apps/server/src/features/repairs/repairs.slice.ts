import { type RepairsDeps, repairsConsole } from './repairs.console.ts';

export function repairsSlice(deps: RepairsDeps) {
  return { consoleHandlers: repairsConsole(deps) };
}
