import { customerViewConsole, type ViewDeps } from './customer-view.console.ts';
import { type CustomersDeps, customersConsole } from './customers.console.ts';

export function customersSlice(deps: CustomersDeps & ViewDeps) {
  return { consoleHandlers: { ...customersConsole(deps), ...customerViewConsole(deps) } };
}
