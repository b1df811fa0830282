import { assertBooksBalance, postTransfer, type Queryable, readBalances, type Transfer } from '@lode/ledger';
import { LedgerModel, placeHold, postBatch, releaseHold } from '@lode/ledger/testing';
import type { Command } from './commands.ts';

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
      return command.do === 'batch' && reply.startsWith('posted') ? 'posted' : reply;
    },
    async balances(accounts) {
      return new Map(accounts.map((id) => [id, { posted: model.posted(id), held: model.held(id) }]));
    },
    check: async () => undefined,
  };
}

/** The ledger on a real PostgreSQL. */
export function onPostgres(database: Queryable): LedgerUnderTest {
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

async function performOnPostgres(database: Queryable, command: Command): Promise<string> {
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
    case 'post': {
      const { replayed, answer } = await postTransfer(database, command.transfer);
      return describeReply(replayed, answer);
    }
  }
}
