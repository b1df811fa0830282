import { customerViewConsole, type ViewDeps } from './customer-view.console.ts';
import { type CustomersDeps, customersConsole, listCustomers } from './customers.console.ts';

export function customersSlice(deps: CustomersDeps & ViewDeps) {
  return { listCustomers, consoleHandlers: { ...customersConsole(deps), ...customerViewConsole(deps) } };
}
