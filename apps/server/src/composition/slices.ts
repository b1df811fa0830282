import product from '../../../../package.json' with { type: 'json' };
import { readNewestRun } from '../features/books/books.slice.ts';
import { clientFaultsSlice } from '../features/client-faults/client-faults.slice.ts';
import { customersSlice } from '../features/customers/customers.slice.ts';
import { dayCloseSlice } from '../features/day-close/day-close.slice.ts';
import { demoSlice } from '../features/demo/demo.slice.ts';
import { exportsSlice } from '../features/exports/exports.slice.ts';
import { healthSlice } from '../features/health/health.slice.ts';
import { importsSlice } from '../features/imports/imports.slice.ts';
import { repairsSlice } from '../features/repairs/repairs.slice.ts';
import { searchSlice } from '../features/search/search.slice.ts';
import { workQueueSlice } from '../features/work-queue/work-queue.slice.ts';
import { addressCheck } from '../platform/chains/address-check.ts';
import { readDemoFirstDay } from '../platform/installation/installation.ts';
import { silentContext } from '../platform/staff/silent-context.ts';
import { composeAccounts } from './accounts.ts';
import { attributed } from './attributed-commands.ts';
import { composeBalances } from './balances.ts';
import { composeMining } from './mining.ts';
import { composePayments } from './payments.ts';
import { proposalHandlers } from './proposal-handlers.ts';
import { platformOf, type SliceDeps } from './slice-deps.ts';

export type Slices = ReturnType<typeof composeSlices>;

/** Where the slices meet: each gets its ports here, and none imports another. Commands use them without HTTP. */
export function composeSlices(deps: SliceDeps) {
  const platform = platformOf(deps);
  const { database, staffReads, nodes, isDemo } = platform;
  const accounts = composeAccounts(platform);
  const mining = composeMining(platform, accounts);
  const balances = composeBalances(platform, accounts, mining);
  const payments = composePayments(platform, accounts, mining);
  const demo = demoSlice({
    firstDay: readDemoFirstDay,
    replayNetworkDay: mining.networkDays.replayNetworkDay,
    replayPoolReport: mining.networkDays.replayPoolReport,
    replayPrices: mining.prices.replayPrices,
    replayRate: mining.prices.replayRate,
  });
  const dayClose = dayCloseSlice({
    database,
    provideDay: demo.provideDay,
    runClock: mining.machines.runClock,
    enterArrear: mining.machines.enterArrear,
    chargeDay: mining.electricity.chargeDay,
    coinUp: balances.coinUp.run,
    catchUpDays: isDemo ? 400 : 7,
  });
  const { recordAudit } = accounts.staff;
  const days = { consoleHandlers: dayClose.consoleHandlers({ staffReads: platform.staffReads, recordAudit }) };
  const clientFaults = clientFaultsSlice(platform);
  const slices = { ...accounts, ...mining, ...balances, ...payments, demo, dayClose, clientFaults };
  const findHandler = proposalHandlers(slices);
  const health = healthSlice({
    database,
    staffReads,
    recordAudit,
    version: product.version,
    readCoins: payments.chainMoney.readCoins,
    readStuckAt: payments.payouts.readStuckAt,
    readProgress: dayClose.readProgress,
    readRefusedDays: dayClose.readRefusedDays,
    readNewestRun,
    findDifference: payments.books.findDifference,
    readCustodyComparisons: payments.deposits.readCustodyComparisons,
    readSafety: balances.coinUp.readSafety,
    readOpenAlerts: payments.alerts.readOpenAlerts,
  });
  const workQueue = workQueueSlice({
    database: staffReads,
    log: platform.log,
    readWaitingReviews: payments.withdrawals.readWaitingReviews,
    addressOf: nodes.addressOf,
    readOpenProposals: accounts.staff.readOpenProposals,
    readHandled: accounts.staff.readHandled,
    neededFor: (action) => findHandler(action)?.needed,
    readOpenAlerts: payments.alerts.readOpenAlerts,
    readWaitingThreads: accounts.support.readWaiting,
    readRefusedDays: dayClose.readRefusedDays,
    readOwedInterest: balances.coinUp.readOwedInterest,
    listArrivals: payments.suspense.listArrivals,
    readArrears: mining.machines.readArrears,
    readEndingContracts: mining.machines.readEndingContracts,
    readComingPrices: mining.machines.readComingPrices,
    readWaitingDeposits: payments.deposits.readWaiting,
    readStuckAt: payments.payouts.readStuckAt,
    readDifferences: payments.books.differenceReader(staffReads, {
      readCustodyDifferences: payments.deposits.readCustodyDifferences,
      readPoolStanding: payments.suspense.readPoolStanding,
      readOpenAlerts: payments.alerts.readOpenAlerts,
    }),
    readFailedJobs: health.readFailedJobs,
    readFailedOrders: dayClose.readFailedOrders,
    newestPrices: mining.prices.newestPrices,
  });
  const checkAddress = addressCheck(nodes, isDemo);
  const search = searchSlice({ database, staffReads, recordAudit, checkAddress });
  const customers = customersSlice({
    database,
    staffReads,
    recordAudit: accounts.staff.recordAudit,
    addressOf: nodes.addressOf,
    findCustomerId: accounts.identity.findCustomerId,
    assetsInfo: balances.wallet.assetsInfo,
    readHome: balances.home.readHome,
    readReminder: balances.home.readReminder,
    billPage: balances.wallet.billPage,
    billSums: balances.wallet.billSums,
    machinePage: mining.machines.machinePage,
    withdrawalPage: payments.withdrawals.withdrawalPage,
    outputPage: balances.wallet.outputPage,
    savingsDetail: balances.coinUp.savingsDetail,
    savingsRecords: balances.coinUp.savingsRecords,
    messagePage: accounts.inbox.messagePage,
    readMovements: balances.wallet.readMovements,
    readOutlook: mining.electricity.readOutlook,
    readHolds: payments.withdrawals.readHolds,
    readMessagesOf: accounts.inbox.readMessagesOf,
    readThreadsOf: accounts.support.readThreadsOf,
  });
  const books = {
    ...payments.books,
    consoleHandlers: payments.books.consoleHandlers({
      database,
      staffReads,
      recordAudit,
      readCustodyComparisons: payments.deposits.readCustodyComparisons,
      readPoolStanding: payments.suspense.readPoolStanding,
      readPoolPayments: payments.suspense.readPoolPayments,
      listOrigins: payments.deposits.suspensePort.listOrigins,
    }),
  };
  const repairs = repairsSlice({ database, staffReads, recordAudit, postMessages: accounts.inbox.postMessages });
  const imports = importsSlice({
    database,
    recordAudit,
    recordRefusedRole: accounts.staff.recordRefusedRole,
    importers: {
      CUSTOMERS: { ...accounts.identity.importing, needed: attributed['import:customers'] },
      MACHINES: { ...mining.machines.importing, needed: attributed['import:machines'] },
      NETWORK_DAYS: { ...mining.networkDays.importing.NETWORK_DAYS, needed: attributed['import:network-days'] },
      PRICES: { ...mining.prices.importing.PRICES, needed: attributed['import:prices'] },
      RATES: { ...mining.prices.importing.RATES, needed: attributed['import:rates'] },
      POOL_REPORT: { ...mining.networkDays.importing.POOL_REPORT, needed: attributed['import:pool-report'] },
      DENY_LIST: { ...payments.payouts.importing, needed: attributed['import:deny-list'] },
    },
  });
  const exporting = exportsSlice({
    database,
    staffReads,
    clock: platform.clock,
    recordAudit,
    isStillOpen: accounts.staff.isStillOpen,
    lists: {
      customers: customers.listCustomers,
      machines: mining.machines.listMachines,
      withdrawals: payments.withdrawals.listWithdrawals,
      deposits: (db, input, atOnce) => payments.deposits.listDeposits({ staffReads: db, checkAddress }, input, atOnce),
      transfers: payments.books.listTransfers,
    },
  });
  const context = silentContext(platform);
  const proposals = { consoleHandlers: accounts.staff.proposalsConsole({ staffReads, context, findHandler }) };
  const proposing = { consoleHandlers: accounts.staff.proposingConsole(findHandler, context) };
  const permissions = accounts.staff.permissionsConsole((action) =>
    action in attributed ? attributed[action as keyof typeof attributed] : findHandler(action)?.needed,
  );
  return {
    nodes,
    ...slices,
    books,
    findHandler,
    workQueue,
    health,
    search,
    customers,
    repairs,
    imports,
    exporting,
    proposals,
    proposing,
    permissions: { consoleHandlers: permissions },
    days,
  };
}
