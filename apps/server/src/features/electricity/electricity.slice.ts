import { type Database, maybeOne, type Queryable, type Transaction } from '../../platform/db/database.ts';
import { query } from '../../platform/db/query.ts';
import type { AlertPorts } from '../../platform/log/alerts.ts';
import type { ElectricityDays } from '../../platform/spendable.ts';
import type { ProposalPorts, StaffPorts } from '../../platform/staff/authority.ts';
import { chargeAdjustCommand } from './charge-adjust.command.ts';
import { chargeDay, type DayBatch } from './charge-day.ts';
import { checkCharges } from './check-charges.ts';
import { checkPayments } from './check-payments.ts';
import { checkPromotion } from './check-promotion.ts';
import { checkWaived } from './check-waived.ts';
import type { NoticePort } from './notify-owed.ts';
import { payOwedAndNotify } from './notify-settled.ts';
import { checkOutageCredits } from './outage-credit/check-credits.ts';
import { carryOutOpenCredits } from './outage-credit/credit-outage.ts';
import { outageCreditCommand } from './outage-credit/outage-credit.command.ts';
import { outageCreditsConsole } from './outage-credit/outage-credits.console.ts';
import { readFeeDays, readFigures } from './outlook.store.ts';
import { daysLeftOf, type ElectricityOutlook } from './outlook.ts';
import { type StopPort, stopOverdueMachines } from './overdue.ts';
import { type NamedCustomerPort, payModeCommand } from './pay-mode.command.ts';
import { setPayMode } from './pay-mode.ts';
import { lockPayingAccounts, type PayOwedPorts, payOwed } from './pay-owed.ts';
import { endPromotion, raisePromotion } from './promotion.ts';
import { readSpendables } from './reserve.ts';

export interface ElectricityDeps
  extends PayOwedPorts,
    NoticePort,
    StopPort,
    StaffPorts,
    ProposalPorts,
    NamedCustomerPort {
  database: Database;
  staffReads: Queryable;
}

const promotion = query(
  'electricity.promotion',
  'select promo_remaining as remaining from electricity_account where customer_id = $1',
).as<{ remaining: bigint }>();

export function electricitySlice({ database, staffReads, ...ports }: ElectricityDeps) {
  const credits = { database, ports };
  return {
    consoleHandlers: outageCreditsConsole(staffReads),
    /** For the close of a day: one batch of it. */
    chargeDay: (dbTx: Transaction, batch: DayBatch) => chargeDay(dbTx, ports, batch),
    /** For a credit to ELE or OUTPUT, before it. */
    lockPayingAccounts,
    /** For every credit to ELE or OUTPUT, in its transaction. */
    payOwed: (dbTx: Transaction, customerIds: readonly bigint[], at: Date) =>
      payOwedAndNotify(dbTx, ports, customerIds, at),
    /** The same in a customer's own call, whose process writes no messages. */
    payOwedWithoutNotice: (dbTx: Transaction, customerIds: readonly bigint[], at: Date) =>
      payOwed(dbTx, ports, customerIds, at),
    /** For a grant of promotional credit, before debts are paid from it. */
    raisePromotion,
    /** For a customer who leaves: no promotional credit remains. */
    endPromotion,
    /** The customer's choice of the account that pays first. */
    setPayMode,
    /** Micro-USDT of ELE that pay electricity only. Changes with the balance: who decides by it has that locked. */
    promoRemaining: async (db: Queryable, customerId: bigint): Promise<bigint> =>
      (await maybeOne(db, promotion, [customerId]))?.remaining ?? 0n,
    /** What may leave ELE or OUTPUT. Changes with the balance: who decides by it has that locked. */
    /** Balance, debts, recent fees and the days left. */
    async readOutlook(db: Queryable, customerId: bigint): Promise<ElectricityOutlook> {
      const figures = await readFigures(db, customerId);
      return { ...figures, ...daysLeftOf(figures) };
    },
    readSpendables,
    /** How many days an amount of prepaid electricity would last each of the customers; null without fees. */
    async electricityDays(db: Queryable, customerIds: readonly bigint[]): Promise<ElectricityDays[]> {
      const all = await readFeeDays(db, customerIds);
      return all.map((days) => (available) => daysLeftOf({ days, available }).daysLeft);
    },
    /** Stops machines whose grace ended between two closes. */
    ticks: [
      async (now: Date) => {
        await stopOverdueMachines(database, ports, now);
      },
    ],
    /** Carries out what is left of outage credits. */
    creditTick: (alerts: AlertPorts) => (now: Date) => carryOutOpenCredits(credits, alerts, now),
    opsCommands: {
      'charge:adjust': chargeAdjustCommand(database, ports),
      'customer:pay-mode': payModeCommand(database, ports),
      'outage:credit': outageCreditCommand(credits, ports),
    },
    bookChecks: [checkCharges, checkWaived, checkPromotion],
    replays: [checkPayments, checkOutageCredits],
  };
}
