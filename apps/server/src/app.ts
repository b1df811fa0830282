import { BitcoinChain } from '@lode/chain-bitcoin';
import type { Coin } from '@lode/money';
import { signerClient } from '@lode/signing';
import type { FastifyInstance } from 'fastify';
import type { Logger } from 'pino';
import product from '../../../package.json' with { type: 'json' };
import { coinUpSlice } from './features/coin-up/coin-up.slice.ts';
import { contentSlice } from './features/content/content.slice.ts';
import { dayCloseSlice } from './features/day-close/day-close.slice.ts';
import { demoSlice } from './features/demo/demo.slice.ts';
import { demoUnansweredKeys } from './features/demo/demo-usdt.ts';
import { depositsSlice } from './features/deposits/deposits.slice.ts';
import { electricitySlice } from './features/electricity/electricity.slice.ts';
import { fundsPasswordSlice } from './features/funds-password/funds-password.slice.ts';
import { homeSlice } from './features/home/home.slice.ts';
import { identitySlice } from './features/identity/identity.slice.ts';
import { machinesSlice } from './features/machines/machines.slice.ts';
import { loadMessageConfig } from './features/messages/message-config.ts';
import { messagesSlice } from './features/messages/messages.slice.ts';
import { networkDaysSlice } from './features/network-days/network-days.slice.ts';
import { loadPriceSources } from './features/prices/price-config.ts';
import { pricesSlice } from './features/prices/prices.slice.ts';
import { riskStatementSlice } from './features/risk-statement/risk-statement.slice.ts';
import { settingsSlice } from './features/settings/settings.slice.ts';
import { askPassword } from './features/staff/ask-password.ts';
import { staffSlice } from './features/staff/staff.slice.ts';
import { sweepsSlice } from './features/sweeps/sweeps.slice.ts';
import { walletSlice } from './features/wallet/wallet.slice.ts';
import { byChainalysis } from './features/withdrawals/screening/chainalysis.ts';
import { loadKytConfig } from './features/withdrawals/screening/kyt-config.ts';
import { leaveUnanswered } from './features/withdrawals/screening/leave-unanswered.ts';
import { type SignPort, type TakenBackPort, withdrawalsSlice } from './features/withdrawals/withdrawals.slice.ts';
import { addressCheck } from './platform/chains/address-check.ts';
import { loadChainConfig } from './platform/chains/chain-config.ts';
import { type ChainNodes, chainNodes } from './platform/chains/chain-nodes.ts';
import { internalTransferSigner } from './platform/chains/internal-transfer-signer.ts';
import { paymentApprovals } from './platform/chains/payment-approvals.ts';
import { paymentFinaliser, paymentSigner } from './platform/chains/payment-signer.ts';
import type { Clock } from './platform/clock/clock.ts';
import type { Config } from './platform/config/config.ts';
import type { Database } from './platform/db/database.ts';
import { bindRoutes } from './platform/http/bind-routes.ts';
import { deviceCookie } from './platform/http/device-cookie.ts';
import { requestLimits } from './platform/http/limits.ts';
import { createHttpServer } from './platform/http/server.ts';
import { statusRoutes } from './platform/http/status.routes.ts';
import { readDemoFirstDay } from './platform/installation/installation.ts';
import type { Job } from './platform/jobs/jobs.ts';
import type { Tick } from './platform/jobs/ticking.ts';
import { moneyCalls } from './platform/money-call/money-call.ts';
import type { Passwords } from './platform/secrets/passwords.ts';

/** What the slices are made of. */
export interface SliceDeps {
  database: Database;
  clock: Clock;
  config: Config;
  passwords: Passwords;
  /** Keys the hashes of one-time codes; the passwords have been given it already. */
  pepper: Buffer;
  /** Where alarms go. A command that stands alone has none: it prints what it did. */
  log?: Logger;
  /** Other chains than those of the configuration: tests bring scripted ones. */
  nodes?: ChainNodes;
  /** Somebody else than the signer of the configuration; null: nobody, and nothing can be withdrawn. */
  sign?: SignPort | null;
}

export interface AppDeps extends SliceDeps {
  log: Logger;
  /** Hold every answer against its contract: tests do. */
  checksAnswers?: boolean;
}

export type Slices = ReturnType<typeof composeSlices>;

/** Where the slices meet: each gets its ports here, and none knows another. Commands use them without HTTP. */
export function composeSlices({ database, clock, config, passwords, pepper, log, ...given }: SliceDeps) {
  const isDemo = config.mode !== 'production';
  const messageConfig = loadMessageConfig(config.environment);
  const messages = messagesSlice({ database, clock, config: messageConfig, isDemo });
  const staff = staffSlice({ database, passwords, isDemo });
  const { authorise, recordAudit } = staff;
  const identity = identitySlice({
    database,
    clock,
    passwords,
    pepper,
    codesPerDay: config.codesPerDay,
    sendMessage: messages.queueMessage,
    authorise,
    recordAudit,
  });
  const { proveCode, changeFundsPasswordHash } = identity;
  const fundsPassword = fundsPasswordSlice({ database, clock, passwords, proveCode, changeFundsPasswordHash });
  const settings = settingsSlice({ database, authorise, recordAudit });
  const content = contentSlice({
    database,
    authorise,
    recordAudit,
    webviewHosts: async (now) => (await settings.settingsAt(database, ['webview.hosts'], now))['webview.hosts'],
  });
  const riskStatement = riskStatementSlice({
    database,
    countsAsConfirmed: config.mode === 'demo-empty',
    agreementInForce: content.agreementInForce,
  });
  const runMoneyCall = moneyCalls({
    database,
    checkMoneySecret: fundsPassword.checkMoneySecret,
    proveCode,
    riskConfirmed: riskStatement.riskConfirmed,
  });
  const machines = machinesSlice({ database, authorise, recordAudit });
  const electricity = electricitySlice({ database, authorise, recordAudit, leaveArrear: machines.leaveArrear });
  const { lockPayingAccounts, payOwed, raisePromotion, setPayMode } = electricity;
  const payingPorts = { lockPayingAccounts, payOwed, raisePromotion, setPayMode };
  const wallet = walletSlice({ database, authorise, recordAudit, ...payingPorts });
  const chainConfig = loadChainConfig(config);
  const nodes = given.nodes ?? chainNodes(chainConfig);
  const signer = signerClient(chainConfig.signer);
  const deposits = depositsSlice({
    database,
    authorise,
    recordAudit,
    nodes,
    isDemo,
    lockPayingAccounts,
    payOwed,
    promoRemaining: electricity.promoRemaining,
    settingsAt: settings.settingsAt,
    readUnsettled: async (dbTx, network) => [
      ...(await withdrawals.readUnsettled(dbTx, network)).map((sent) => ({ sent, leaves: true })),
      ...(network === 'ERC20' ? await sweeps.readUnsettled(dbTx) : []).map((sent) => ({ sent, leaves: false })),
    ],
    alarm: (words) => log?.error(words),
    tell: (words) => log?.warn(words),
  });
  const reportShortage = async (coin: Coin, words: string | null, now: Date): Promise<void> => {
    const [kind, subject] = ['hot-wallet-short', coin];
    if (words === null) return deposits.settleAlarm(database, kind, subject, now);
    if (await deposits.raiseAlarm(database, { kind, subject, words, now })) log?.error(words);
  };
  const reportTakenBack: TakenBackPort = async (id, trouble, now) => {
    const subject = `withdrawal ${id}`;
    for (const kind of ['payment-removed', 'payment-lost', 'paid-and-returned'])
      if (kind !== trouble?.kind) await deposits.settleAlarm(database, kind, subject, now);
    if (trouble === null) return;
    const { kind, words } = trouble;
    if (await deposits.raiseAlarm(database, { kind, subject, words, now })) log?.error(words);
  };
  const home = homeSlice({
    database,
    assetsInfo: wallet.assetsInfo,
    coinUpCard: (dbTx, customerId, now) => coinUp.card(dbTx, customerId, now),
  });
  const coinUp = coinUpSlice({
    database,
    authorise,
    recordAudit,
    runMoneyCall,
    settingsAt: settings.settingsAt,
    settingsAhead: settings.settingsAhead,
    changeSetting: settings.changeSetting,
    payOwed: electricity.payOwed,
    promoRemaining: electricity.promoRemaining,
    electricityDays: home.electricityDays,
    alarm: (words) => log?.error(words),
  });
  const kyt = loadKytConfig(config);
  const withdrawals = withdrawalsSlice({
    database,
    authorise,
    recordAudit,
    runMoneyCall,
    proveCode,
    checkMoneySecret: fundsPassword.checkMoneySecret,
    settingsAt: settings.settingsAt,
    changeSetting: settings.changeSetting,
    lockPayingAccounts,
    payOwed,
    promoRemaining: electricity.promoRemaining,
    electricityDays: home.electricityDays,
    findCustomerId: identity.findCustomerId,
    holdHours: config.withdrawHoldHours,
    checkAddress: addressCheck(nodes, isDemo),
    openChain: nodes.open,
    needed: nodes.confirmations,
    isPublic: (network) =>
      network === 'BITCOIN' ? chainConfig.bitcoin?.chain === 'main' : chainConfig.evm?.chainId === 1,
    clock,
    reportShortage,
    reportTakenBack,
    sign: given.sign === undefined ? paymentSigner(signer) : given.sign,
    ...(given.sign === undefined && { close: paymentFinaliser(signer) }),
    approvals:
      given.sign === undefined
        ? paymentApprovals({
            nodes,
            ask: askPassword,
            demo: isDemo
              ? {
                  signerFolder: chainConfig.signer.folder,
                  passphrase: config.environment.SIGNER_DEMO_PASSPHRASE || 'Lode@Console1',
                }
              : null,
          })
        : null,
    screenings: [
      ...(kyt === null ? [] : [byChainalysis(kyt)]),
      ...(isDemo ? [leaveUnanswered(demoUnansweredKeys)] : []),
    ],
    alarm: (words) => log?.error(words),
    tell: (words) => log?.info(words),
  });
  const sweeps = sweepsSlice({
    database,
    nodes,
    openChain: nodes.open,
    needed: nodes.confirmations,
    settingsAt: settings.settingsAt,
    readWaiting: withdrawals.readWaiting,
    reportShortage,
    sign: given.sign === undefined ? internalTransferSigner(signer) : null,
    alarm: (words) => log?.error(words),
  });
  const networkDays = networkDaysSlice({
    database,
    openReader: async () => {
      const chain = await nodes.open('BITCOIN');
      return chain instanceof BitcoinChain ? chain : null;
    },
    countedChain: config.environment.NETWORK_DAY_CHAIN || 'main',
    tell: (words) => log?.info(words),
  });
  const prices = pricesSlice({
    database,
    sources: loadPriceSources(config.environment),
    tell: (words) => log?.warn(words),
  });
  const demo = demoSlice({
    firstDay: readDemoFirstDay,
    replayNetworkDay: networkDays.replayNetworkDay,
    replayPoolReport: networkDays.replayPoolReport,
    replayPrices: prices.replayPrices,
  });
  const dayClose = dayCloseSlice({
    database,
    provideDay: demo.provideDay,
    runClock: machines.runClock,
    enterArrear: machines.enterArrear,
    chargeDay: electricity.chargeDay,
    coinUp: coinUp.run,
    catchUpDays: isDemo ? 400 : 7,
  });
  return {
    nodes,
    messages,
    identity,
    fundsPassword,
    content,
    riskStatement,
    runMoneyCall,
    networkDays,
    prices,
    demo,
    staff,
    settings,
    machines,
    electricity,
    wallet,
    deposits,
    home,
    coinUp,
    withdrawals,
    sweeps,
    dayClose,
  };
}

export interface App {
  slices: Slices;
  fastify: FastifyInstance;
  /** From now on it is not ready: whoever spreads requests sends no more here, while those under way are answered. */
  leave(): void;
  /** What the worker can do, by name, and when by itself. */
  jobs: Record<string, Job>;
  crontab: string;
  /** What the product's clock makes due, asked every few seconds by the worker. */
  ticks: readonly Tick[];
  /** What follows the chains, each by itself: a node that is slow holds up nothing else. */
  watchers: readonly Tick[];
}

export async function createApp(deps: AppDeps): Promise<App> {
  const { database, clock, config, log } = deps;
  const slices = composeSlices(deps);
  const { messages, identity, fundsPassword, riskStatement, machines, wallet, home } = slices;

  const fastify = await createHttpServer({ ...config, log });
  const limits = requestLimits(config.rateLimitScale);
  bindRoutes(
    fastify,
    {
      ...identity.handlers,
      ...fundsPassword.handlers,
      ...riskStatement.handlers,
      ...machines.handlers,
      ...wallet.handlers,
      ...slices.deposits.handlers,
      ...home.handlers,
      ...slices.content.handlers,
      ...slices.coinUp.handlers,
      ...slices.withdrawals.handlers,
    },
    {
      clock,
      checkSession: identity.checkSession,
      limits,
      devices: deviceCookie(deps.pepper),
      checksAnswers: deps.checksAnswers ?? false,
    },
  );
  messages.routes(fastify);
  slices.deposits.routes(fastify);
  slices.content.routes(fastify, limits);
  let isLeaving = false;
  const ready = async () => {
    if (isLeaving) throw new Error('this server is ending');
    await canRead(database);
  };
  statusRoutes(fastify, { version: product.version, ready });

  return {
    slices,
    fastify,
    leave: () => {
      isLeaving = true;
    },
    jobs: { ...messages.jobs, ...identity.jobs, ...fundsPassword.jobs, ...slices.withdrawals.jobs },
    crontab: [identity.crontab, fundsPassword.crontab].join('\n'),
    ticks: [...machines.ticks, ...slices.prices.ticks, ...slices.dayClose.ticks, ...slices.coinUp.ticks],
    watchers: [
      ...slices.deposits.watchers,
      ...slices.withdrawals.watchers,
      ...slices.sweeps.watchers,
      ...slices.networkDays.watchers,
    ],
  };
}

async function canRead(database: Database): Promise<void> {
  await database.query({ name: 'app.ready', text: 'select from customer limit 1' });
}
