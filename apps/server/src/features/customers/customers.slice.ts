import { customerViewConsole, type ViewDeps } from './customer-view.console.ts';
import { type CustomersDeps, customersConsole, listCustomers } from './customers.console.ts';
import { mayOwe } from './may-owe.ts';

export function customersSlice(deps: CustomersDeps & ViewDeps) {
  return {
    listCustomers,
    /** For the worker: who may owe. */
    keptList: mayOwe,
    consoleHandlers: { ...customersConsole(deps), ...customerViewConsole(deps) },
  };
}
