import { type TProperties, type TSchema, Type } from '@sinclair/typebox';
import { consolePaths } from '../console-paths.ts';
import { booksRoutes } from './books.ts';
import { customerRoutes } from './customers.ts';
import { depositRoutes } from './deposits.ts';
import { machineRoutes } from './machines.ts';
import { type ConsoleRole, route } from './route.ts';
import { reason } from './shapes.ts';
import { withdrawalRoutes } from './withdrawals.ts';

/** Who takes whole lists out of the house. */
const takers: readonly ConsoleRole[] = ['FINANCE', 'APPROVER', 'ADMIN', 'AUDITOR'];

/** The filter of a list, and why all of it is wanted. */
function asked<P extends TProperties & { cursor: TSchema }>({ input }: { input: { properties: P } }) {
  const { cursor: _, ...filter } = input.properties;
  return { ...filter, reason };
}

const shared = { access: 'staff', data: Type.Null(), isFile: true } as const;
const whole = 'as CSV, every record that the filter finds; it stands in the audit log';

/** Lists as files. Contacts are masked there as they are on the page. */
export const exportRoutes = {
  exportCustomers: route(consolePaths.exportCustomers, {
    ...shared,
    roles: takers,
    input: asked(customerRoutes.customerList),
    summary: `Customers ${whole}`,
  }),
  exportMachines: route(consolePaths.exportMachines, {
    ...shared,
    roles: [...takers, 'OPERATIONS'],
    input: asked(machineRoutes.machineList),
    summary: `Machines ${whole}`,
  }),
  exportWithdrawals: route(consolePaths.exportWithdrawals, {
    ...shared,
    roles: takers,
    input: asked(withdrawalRoutes.withdrawalList),
    summary: `Withdrawals ${whole}`,
  }),
  exportDeposits: route(consolePaths.exportDeposits, {
    ...shared,
    roles: takers,
    input: asked(depositRoutes.depositList),
    summary: `Deposits ${whole}`,
  }),
  exportTransfers: route(consolePaths.exportTransfers, {
    ...shared,
    roles: takers,
    input: asked(booksRoutes.transferList),
    summary: `Transfers of the ledger ${whole}`,
  }),
} as const;
