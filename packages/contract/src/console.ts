import type { Static } from '@sinclair/typebox';
import { autoApprovalRoutes } from './console/auto-approval.ts';
import { booksRoutes } from './console/books.ts';
import { chainMoneyRoutes } from './console/chain-money.ts';
import { coinUpRoutes } from './console/coin-up.ts';
import { coldRefillRoutes } from './console/cold-refill.ts';
import { contentConsoleRoutes } from './console/content.ts';
import { customerChangeRoutes } from './console/customer-changes.ts';
import { customerViewRoutes } from './console/customer-views.ts';
import { customerRoutes } from './console/customers.ts';
import { daysRoutes } from './console/days.ts';
import { depositRoutes } from './console/deposits.ts';
import { exportRoutes } from './console/exports.ts';
import { groupMessageRoutes } from './console/group-messages.ts';
import { healthRoutes } from './console/health.ts';
import { importRoutes } from './console/imports.ts';
import { machineRoutes } from './console/machines.ts';
import { offlineSigningRoutes } from './console/offline-signing.ts';
import { ownLoginRoutes } from './console/own-login.ts';
import { poolRoutes } from './console/pools.ts';
import { proposalRoutes } from './console/proposals.ts';
import { proposingRoutes } from './console/proposing.ts';
import { repairRoutes } from './console/repairs.ts';
import type { ConsoleRoute } from './console/route.ts';
import { searchRoutes } from './console/search.ts';
import { settingRoutes } from './console/settings.ts';
import { siteRoutes } from './console/sites.ts';
import { stuckPaymentRoutes } from './console/stuck-payments.ts';
import { supportRoutes } from './console/support.ts';
import { withdrawalRoutes } from './console/withdrawals.ts';
import { workQueueRoutes } from './console/work-queue.ts';
import type { ConsoleCall } from './console-paths.ts';

export { ledgerAccounts, transferKinds } from './console/books.ts';
export type { ContentField } from './console/content.ts';
export { importActions } from './console/imports.ts';
export { formActions, proposableActions } from './console/proposing.ts';
export type { ConsoleAccess, ConsoleLimit, ConsoleRole, ConsoleRoute } from './console/route.ts';
export type { ConsoleCall } from './console-paths.ts';

/** Every call of the console's own listener, by area. */
export const consoleRoutes = {
  ...ownLoginRoutes,
  ...workQueueRoutes,
  ...healthRoutes,
  ...searchRoutes,
  ...customerRoutes,
  ...customerViewRoutes,
  ...customerChangeRoutes,
  ...machineRoutes,
  ...repairRoutes,
  ...importRoutes,
  ...proposingRoutes,
  ...settingRoutes,
  ...siteRoutes,
  ...coinUpRoutes,
  ...supportRoutes,
  ...groupMessageRoutes,
  ...contentConsoleRoutes,
  ...proposalRoutes,
  ...withdrawalRoutes,
  ...offlineSigningRoutes,
  ...autoApprovalRoutes,
  ...daysRoutes,
  ...depositRoutes,
  ...chainMoneyRoutes,
  ...coldRefillRoutes,
  ...stuckPaymentRoutes,
  ...poolRoutes,
  ...booksRoutes,
  ...exportRoutes,
} as const satisfies Record<ConsoleCall, ConsoleRoute>;

/** The calls that answer with a whole list as a file. */
export type ConsoleExportCall = keyof typeof exportRoutes;
/** The calls that answer with a file. */
export type ConsoleFileCall = ConsoleExportCall | 'exportSigningRequest' | 'exportColdRefill';

export type ConsoleInput<Call extends ConsoleCall> = Static<(typeof consoleRoutes)[Call]['input']>;
export type ConsoleData<Call extends ConsoleCall> = Static<(typeof consoleRoutes)[Call]['data']>;
export type ConsoleSession = ConsoleData<'session'>;
