import { formatAmount } from '@lode/money';
import { miningDate } from '../../platform/clock/clock.ts';
import type { Database, Queryable } from '../../platform/db/database.ts';
import type { StaffPorts } from '../../platform/staff/authority.ts';
import { balancesOf } from './balances.ts';
import { billPage, billSums } from './bill.ts';
import { checkCredits } from './check-credits.ts';
import { creditCommand, depositManualCommand } from './credit-by-hand.command.ts';
import { type CreditByHandPorts, type CreditRequest, creditByHand } from './credit-by-hand.ts';
import { readLedger } from './ledger-records.store.ts';
import { ledgerRecord } from './ledger-records.ts';
import { outputPage } from './output-page.ts';
import { type StatementPorts, statementCommand } from './statement/statement.command.ts';
import { priceAnswer, totalInUsdt, valuedAnswer } from './valuation.ts';
import { type WalletPorts, walletRoutes } from './wallet.routes.ts';
import { readAssets } from './wallet.store.ts';

export interface WalletDeps extends CreditByHandPorts, WalletPorts, StaffPorts, StatementPorts {
  database: Database;
}

export function walletSlice({ database, ...ports }: WalletDeps) {
  return {
    handlers: walletRoutes(database, ports),
    replays: [checkCredits],
    /** Every account with its value, the sum of all, and the prices that both were made with. */
    async assetsInfo(db: Queryable, customerId: bigint, now: Date) {
      const { prices, ...rows } = await readAssets(db, customerId, miningDate(now));
      const balances = balancesOf(rows.balances);
      return {
        totalUsdt: formatAmount(totalInUsdt(balances, prices), 'USDT'),
        accounts: balances.map((balance) => valuedAnswer(balance, prices)),
        prices: prices.map((price) => priceAnswer(price, now)),
      };
    },
    /** Movements of all accounts but outputs and interest, the newest first, with the place of each in that order. */
    async readMovements(
      db: Queryable,
      customerId: bigint,
      { after, limit }: { after: readonly [transferId: string, line: string] | null; limit: number },
    ) {
      const rows = await readLedger(db, customerId, {}, { after, limit, offset: 0 });
      return rows.map((row) => ({ transferId: row.transferId, line: BigInt(row.line), record: ledgerRecord(row) }));
    },
    billPage,
    billSums,
    outputPage,
    /** Cash taken, opening credit, profit feedback: by staff, once per key. */
    creditByHand: (request: CreditRequest) => creditByHand(database, ports, request),
    commands: { 'deposit:manual': depositManualCommand(database, ports) },
    opsCommands: { credit: creditCommand(database, ports), 'customer:statement': statementCommand(database, ports) },
  };
}
