import { type CustomersDeps, customersConsole } from './customers.console.ts';

export function customersSlice(deps: CustomersDeps) {
  return { consoleHandlers: customersConsole(deps) };
}
