import { signerPageUrl } from '@lode/signing';
import { alertsSlice } from '../features/alerts/alerts.slice.ts';
import { booksSlice } from '../features/books/books.slice.ts';
import { chainMoneySlice } from '../features/chain-money/chain-money.slice.ts';
import { coldStorageSlice } from '../features/cold-storage/cold-storage.slice.ts';
import { combineUnposted, depositsSlice } from '../features/deposits/deposits.slice.ts';
import { keyRotationSlice } from '../features/key-rotation/key-rotation.slice.ts';
import { denyListScreening, findUnprovenOf, payoutsSlice, startPayout } from '../features/payouts/payouts.slice.ts';
import { announce, announceAll, securitySlice } from '../features/security/security.slice.ts';
import { suspenseSlice } from '../features/suspense/suspense.slice.ts';
import { sweepsSlice } from '../features/sweeps/sweeps.slice.ts';
import { withdrawalsSlice } from '../features/withdrawals/withdrawals.slice.ts';
import { addressCheck } from '../platform/chains/address-check.ts';
import { isPublicNetwork } from '../platform/chains/chain-config.ts';
import { isClosed } from '../platform/chains/chain-nodes.ts';
import { signerJournalCommand } from '../platform/chains/signer-journal.command.ts';
import { journalAlert } from '../platform/chains/signer-journal.ts';
import type { Queryable } from '../platform/db/database.ts';
import type { Accounts } from './accounts.ts';
import type { Mining } from './mining.ts';
import { composeScreenings } from './screenings.ts';
import { composeSigning } from './signing.ts';
import type { Platform } from './slice-deps.ts';

/** Money that comes from a chain, leaves to one, or moves between the house's own addresses. */
export function composePayments(
  platform: Platform,
  {
    staff: { authorise, propose, findWaiting, recordAudit, findSigner, findAlteredStaff },
    settings,
    runMoneyCall,
    identity,
    fundsPassword,
    secondFactor,
    messages,
    inbox,
  }: Accounts,
  { electricity }: Mining,
) {
  const { database, staffReads, clock, config, log, nodes, chainConfig, isDemo } = platform;
  const { lockPayingAccounts, payOwed, promoRemaining, readSpendables, electricityDays } = electricity;
  const { signer, approvals, endPayment, signMove, coldSigner, page } = composeSigning(platform);
  /** What a process that serves customers only leaves to the worker. */
  const workerPart = config.role === 'public' ? null : (platform.asWorker ?? ((work) => work()));
  const checkAddress = addressCheck(nodes, isDemo);
  const alerts = alertsSlice({ database, log, authorise, recordAudit });
  const books = booksSlice({
    database,
    clock,
    raiseAlert: alerts.raiseAlert,
    resolveAlert: alerts.resolveAlert,
    announceAlert: alerts.announceAlert,
  });
  /** What stops payments: a journal of the signer that was rolled back stops those of all coins. */
  const stops = {
    findDifference: async (db: Queryable, coin: string, now: Date) =>
      (await alerts.findOpenAlert(db, journalAlert)) ??
      (await findUnprovenOf(db, coin)) ??
      (await books.findDifference(db, coin, now)),
  };
  const withdrawals = withdrawalsSlice({
    database,
    authorise,
    propose,
    findWaiting,
    recordAudit,
    runMoneyCall,
    proveCode: identity.proveCode,
    proveSecondFactor: secondFactor.proveSecondFactor,
    checkMoneySecret: fundsPassword.checkMoneySecret,
    settingsAt: settings.settingsAt,
    changeSetting: settings.changeSetting,
    lockPayingAccounts,
    payOwed,
    readSpendables,
    electricityDays,
    findCustomerId: identity.findCustomerId,
    holdHours: config.withdrawHoldHours,
    reviewHours: config.withdrawReviewHours,
    checkAddress,
    addressOf: nodes.addressOf,
    isOffered: async (network) => signer !== null && !isClosed(await nodes.open(network)),
    needed: nodes.confirmations,
    isPublic: isPublicNetwork(chainConfig),
    clock,
    approvals,
    endPayment,
    workerPart,
    startPayout,
    staffReads,
    findDenied: denyListScreening,
    signerPage: page && signerPageUrl(config.environment, isDemo),
    findDifference: stops.findDifference,
    announce,
    announceAll,
    log,
  });
  const payouts = payoutsSlice({
    database,
    clock,
    withdrawals: withdrawals.forPayouts,
    books: stops,
    chains: nodes,
    signer,
    monitor: {
      log,
      reportShortage: alerts.reportShortage,
      reportReorg: alerts.reportReorg,
      reportUnproven: alerts.reportUnproven,
    },
    staff: { authorise, recordAudit, propose },
    staffReads,
    screenings: composeScreenings(platform),
    checkAddress,
  });
  const pageApprovals =
    page === null
      ? []
      : [
          withdrawals.pageApprovals({
            page,
            previewPayment: payouts.previewPayment,
            findSigner,
            accountOf: async (db, id) => (await identity.findNamedCustomer(db, { id: `${id}` }))?.account ?? null,
          }),
        ];
  const sweeps = sweepsSlice({
    database,
    nodes,
    openChain: nodes.open,
    needed: nodes.confirmations,
    settingsAt: settings.settingsAt,
    readWaiting: withdrawals.readUnsignedAmounts,
    reportShortage: alerts.reportShortage,
    sign: signMove,
    log,
  });
  const coldStorage = coldStorageSlice({
    database,
    nodes,
    authorise,
    propose,
    recordAudit,
    needed: nodes.confirmations,
    settingsAt: settings.settingsAt,
    readWaiting: withdrawals.readUnsignedAmounts,
    reservations: payouts.coldReservations,
    findDifference: stops.findDifference,
    reportRefused: alerts.reportColdRefused,
    signer: coldSigner,
    log,
  });
  const chainMoney = chainMoneySlice({
    database,
    staffReads,
    nodes,
    addressOf: nodes.addressOf,
    readColdAddresses: coldStorage.addressPort.readColdAddresses,
    settingsAt: settings.settingsAt,
    readWaiting: withdrawals.readUnsignedAmounts,
    fees: { bumpAfter: payouts.feeBumpAfter, coldFeePart: coldStorage.feePart },
  });
  const deposits = depositsSlice({
    ...coldStorage.addressPort,
    database,
    authorise,
    propose,
    recordAudit,
    queueNotices: inbox.sentNotices('DEPOSIT'),
    announce,
    nodes,
    isDemo,
    lockPayingAccounts,
    payOwed,
    promoRemaining,
    settingsAt: settings.settingsAt,
    depositSettingsAt: settings.depositSettingsAt,
    findNamedCustomer: identity.findNamedCustomer,
    readUnposted: combineUnposted({
      payments: payouts.readUnposted,
      moves: async (db, network) => [
        ...(await sweeps.readUnposted(db, network)),
        ...(await coldStorage.readUnposted(db, network)),
      ],
    }),
    raiseAlert: alerts.raiseAlert,
    resolveAlert: alerts.resolveAlert,
    announceAlert: alerts.announceAlert,
    log,
  });
  const depositPages = { consoleHandlers: deposits.consoleHandlers({ staffReads, checkAddress }) };
  const keyRotation = keyRotationSlice({
    database,
    nodes,
    authorise,
    propose,
    recordAudit,
    signer: platform.signer,
  });
  const suspense = suspenseSlice({
    database,
    staffReads,
    authorise,
    propose,
    recordAudit,
    ...deposits.suspensePort,
    findCustomerId: identity.findCustomerId,
    lockPayingAccounts,
    payOwed,
    queueNotices: inbox.sentNotices('DEPOSIT'),
  });
  const security = securitySlice({
    database,
    clock,
    noticesPerDay: config.noticesPerDay,
    publicUrl: config.publicUrl,
    queueNotice: messages.queueNotice,
    freezeCustomer: deposits.freezeCustomer,
    endSessions: identity.endSessionsOf,
    readStrangersCodes: identity.readStrangersCodes,
    countWrongGuessesOfStaff: identity.countWrongGuessesOfStaff,
    findAlteredStaff,
    log,
    raiseAlert: alerts.raiseAlert,
    resolveAlert: alerts.resolveAlert,
    announceAlert: alerts.announceAlert,
  });
  const signing = { opsCommands: { 'signer:journal': signerJournalCommand(database) } };
  return {
    security,
    alerts,
    books,
    signing,
    deposits,
    depositPages,
    withdrawals,
    payouts,
    sweeps,
    coldStorage: { ...coldStorage, consoleHandlers: coldStorage.consoleHandlers(staffReads) },
    chainMoney,
    keyRotation,
    suspense,
    pageApprovals,
  };
}
