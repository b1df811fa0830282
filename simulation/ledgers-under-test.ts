import { assertBooksBalance, postTransfer, readBalances, type Transfer } from '@lode/ledger';
import { LedgerModel, placeHold, postBatch, releaseHold } from '@lode/ledger/testing';
import type { Database } from '../apps/server/src/platform/db/database.ts';
import { batchKey, type Command } from './commands.ts';

/** What a run is made against; its replies are texts that can be compared with the auditor's. */
export interface LedgerUnderTest {
  perform(command: Command): Promise<string> | string;
  /** Posted and held of the accounts that it keeps. */
  balances(accounts: readonly bigint[]): Promise<Map<bigint, { posted: bigint; held: bigint }>>;
  /** Throws when its own books do not balance. */
  check(): Promise<void>;
}

const refusals = new Set(['InsufficientFunds', 'KeyReused', 'MalformedPosting', 'UnknownHold']);

function refusal(error: unknown): string {
  const { name } = error as Error;
  if (!refusals.has(name)) throw error;
  return `refused ${name}`;
}

const describeReply = (replayed: boolean, answer: unknown) =>
  `${replayed ? 'replayed' : 'posted'} ${JSON.stringify(answer)}`;

/** The model in memory, which runs thousands of times in the time of one. */
export function inMemory(model = new LedgerModel()): LedgerUnderTest {
  const post = (transfer: Transfer) => {
    try {
      const { replayed, answer } = model.post(transfer);
      return describeReply(replayed, answer);
    } catch (error) {
      return refusal(error);
    }
  };
  return {
    perform(command) {
      try {
        if (command.do === 'hold') return model.placeHold(command.hold) ? 'held' : 'held before';
        if (command.do === 'release') return model.releaseHold(command.key) ? 'released' : 'released before';
      } catch (error) {
        return refusal(error);
      }
      const reply = post(command.transfer);
      if (command.do === 'fund') {
        const { transfer, date, batches } = command;
        const planned = batches.reduce((sum, amount) => sum + amount, 0n);
        if (reply.startsWith('posted') && (transfer.postings[0]?.amount ?? 0n) >= planned)
          for (const [batch, amount] of batches.entries()) model.fundInterest(batchKey(date, batch), amount);
        return reply.startsWith('posted') ? 'posted' : reply;
      }
      return command.do === 'batch' && reply.startsWith('posted') ? 'posted' : reply;
    },
    async balances(accounts) {
      return new Map(accounts.map((id) => [id, { posted: model.posted(id), held: model.held(id) }]));
    },
    check: async () => undefined,
  };
}

/** The ledger on a real PostgreSQL. */
export function onPostgres(database: Database): LedgerUnderTest {
  return {
    async perform(command) {
      try {
        return await performOnPostgres(database, command);
      } catch (error) {
        return refusal(error);
      }
    },
    balances: (accounts) => readBalances(database, accounts),
    check: () => assertBooksBalance(database),
  };
}

async function performOnPostgres(database: Database, command: Command): Promise<string> {
  switch (command.do) {
    case 'hold':
      return (await placeHold(database, command.hold)) ? 'held' : 'held before';
    case 'release':
      return (await releaseHold(database, command.key, new Date('2026-11-21T06:00:00Z')))
        ? 'released'
        : 'released before';
    case 'batch':
      await postBatch(database, command.transfer);
      return 'posted';
    case 'fund':
      await fundOnPostgres(database, command);
      return 'posted';
    case 'post': {
      const { replayed, answer } = await postTransfer(database, command.transfer);
      return describeReply(replayed, answer);
    }
  }
}

/** As the run of a day does: its batches, what is taken out of the fund for them, and the day. */
function fundOnPostgres(database: Database, { transfer, date, batches }: Extract<Command, { do: 'fund' }>) {
  return database.transaction(async (dbTx) => {
    await dbTx.query({
      text: `insert into coin_up_interest_batch (coin, date, batch, first_customer, last_customer, amount)
        select 'BTC', $1, batch - 1, 1, 3, amount from unnest($2::bigint[]) with ordinality planned (amount, batch)`,
      values: [date, batches],
    });
    const { transferId } = await postTransfer(dbTx, transfer);
    await dbTx.query({
      text: `insert into coin_up_interest_day (coin, date, rate_ppm, amount, was_owed, decided_at, funded_at, funding_transfer_id)
        values ('BTC', $1, 0, $2, false, $3, $3, $4)`,
      values: [date, transfer.postings[0]?.amount, transfer.postedAt, transferId],
    });
  });
}
