import { miningDate } from '../../platform/clock/clock.ts';
import type { Database, Queryable } from '../../platform/db/database.ts';
import { type Handlers, type Session, sessionInHandler } from '../../platform/http/context.ts';
import { customerTurns } from '../../platform/http/customer-turns.ts';
import { createFileSlots } from '../../platform/http/file-slots.ts';
import { encodeCursor, pageOf, pageRequest } from '../../platform/http/page.ts';
import { isRefusal, type Refusal, refuse } from '../../platform/http/refusal.ts';
import type { OpenSessionRow } from '../../platform/http/session.ts';
import type { EventLog } from '../../platform/log/event-log.ts';
import { balanceAnswer, balancesOf } from './balances.ts';
import { billPage, billSums } from './bill.ts';
import { hostingFeeAnswer, parseHostingFeeId, readHostingFees } from './hosting-fees.ts';
import { readLedger, readLedgerRecord } from './ledger-records.store.ts';
import { ledgerRecord, parseLedgerRecordId } from './ledger-records.ts';
import { outputPage } from './output-page.ts';
import { statementPreview } from './statement/preview.ts';
import { statementFile } from './statement/statement-file.ts';
import { valuedAnswer } from './valuation.ts';
import { type PayMode, readAssets, walletReader } from './wallet.store.ts';

export interface WalletPorts {
  readonly log: Pick<EventLog, 'warn'>;
  readonly setPayMode: (db: Queryable, customerId: bigint, mode: PayMode) => Promise<void>;
  /** Of identity: whether a session that was read is good for this caller; notes its use, or its refusal. */
  readonly checkSessionRow: (
    row: OpenSessionRow,
    caller: { deviceId: string | null; ip: string; now: Date },
  ) => Promise<Session | Refusal>;
}

/** A statement keeps a connection while it is read; the others are for everybody else. */
const mostStatementsAtOnce = 3;
/** Sums over a month or a range of what a customer has, however much that is. */
const mostSumsAtOnce = 4;

export function walletRoutes(database: Database, ports: WalletPorts) {
  const readWallet = walletReader(database, ports.log);
  const slots = createFileSlots(mostStatementsAtOnce);
  const inTurn = customerTurns(mostSumsAtOnce);
  return {
    wallet: sessionInHandler<'wallet'>(async ({ tokenHash, deviceId, ip, now }) => {
      const wallet = tokenHash && (await readWallet(tokenHash));
      if (!wallet) return refuse('sessionExpired');
      const session = await ports.checkSessionRow(wallet.session, { deviceId, ip, now });
      if (isRefusal(session)) return session;
      return {
        accounts: balancesOf(wallet.balances).map(balanceAnswer),
        hasFundsPassword: wallet.hasFundsPassword,
        electricityPayMode: wallet.payMode,
      };
    }),

    async assetsList({ session, now }) {
      const { balances, prices } = await readAssets(database, session.customerId, miningDate(now));
      return balancesOf(balances).map((balance) => valuedAnswer(balance, prices));
    },

    async setPayMode({ session }, { mode }) {
      await ports.setPayMode(database, session.customerId, mode);
      return { electricityPayMode: mode };
    },

    async ledgerPage({ session }, input) {
      const request = pageRequest(input, ['integer', 'integer']);
      if (isRefusal(request)) return request;
      const { size, current } = request;
      const rows =
        input.id === undefined
          ? await readLedger(database, session.customerId, input, request)
          : await oneLedgerRecord(session.customerId, input.id);
      const page = pageOf(rows, size, current, (last) => encodeCursor([last.transferId, BigInt(last.line)]));
      return { ...page, records: page.records.map(ledgerRecord) };
    },

    billPage({ session, now }, input) {
      return inTurn(session.customerId, () => billPage(database, session.customerId, input, now));
    },

    billMonth({ session, now }, input) {
      return inTurn(session.customerId, () => billSums(database, session.customerId, input, now));
    },

    outputPage: ({ session }, input) => outputPage(database, session.customerId, input),

    async hostingFeeList({ session }, input) {
      const request = pageRequest(input, ['day', 'integer']);
      if (isRefusal(request)) return request;
      const { size, current } = request;
      const filter = input.id === undefined ? {} : parseHostingFeeId(input.id);
      const rows = filter === null ? [] : await readHostingFees(database, session.customerId, filter, request);
      const page = pageOf(rows, size, current, (last) => encodeCursor([last.firstDay, last.id]));
      return { ...page, records: page.records.map(hostingFeeAnswer) };
    },

    statementPreview({ session: { customerId } }, { from, to }) {
      return inTurn(customerId, () => statementPreview(database, { customerId, from, to }));
    },

    statement({ session, hungUp }, { from, to, format }) {
      return statementFile({ database, slots }, { customerId: session.customerId, from, to }, format, hungUp());
    },
  } satisfies Handlers;

  async function oneLedgerRecord(customerId: bigint, id: string) {
    const place = parseLedgerRecordId(id);
    return place ? readLedgerRecord(database, customerId, place.transferId, place.line) : [];
  }
}
