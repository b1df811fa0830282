import { customerSightConsole, type SightDeps } from './customer-sight.console.ts';
import { type CustomersDeps, customersConsole } from './customers.console.ts';

export function customersSlice(deps: CustomersDeps & SightDeps) {
  return { consoleHandlers: { ...customersConsole(deps), ...customerSightConsole(deps) } };
}
