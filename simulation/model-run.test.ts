// The auditor agrees with the model, and with no ledger that breaks one of the laws: each break is found in a few runs.
import { InsufficientFunds, KeyReused } from '@lode/ledger';
import { LedgerModel } from '@lode/ledger/testing';
import { describe, expect, it } from 'vitest';
import type { Command } from './commands.ts';
import { inMemory, type LedgerUnderTest } from './ledgers-under-test.ts';
import { Disagreement, modelRun } from './model-run.ts';

const runs = 200;

async function runAll(ledger: () => LedgerUnderTest): Promise<number> {
  let commands = 0;
  for (let seed = 1; seed <= runs; seed++) commands += await modelRun(ledger(), seed);
  return commands;
}

describe('the auditor', () => {
  it('agrees with the model in every reply, and every kind of reply comes up', async () => {
    const seen = new Set<string>();
    const watched = () => {
      const ledger = inMemory();
      return {
        ...ledger,
        async perform(command: Command) {
          const reply = await ledger.perform(command);
          const isInterest = command.do === 'post' && command.transfer.key.startsWith('coin-up:interest:');
          seen.add(`${isInterest ? 'batch of interest' : command.do}: ${reply.replace(/\{.*$/s, '').trim()}`);
          return reply;
        },
      };
    };
    expect(await runAll(watched)).toBeGreaterThan(runs * 50);
    expect([...seen].sort()).toEqual([
      'batch of interest: posted',
      'batch of interest: refused InsufficientFunds',
      'batch of interest: refused KeyReused',
      'batch of interest: refused MalformedPosting',
      'batch of interest: replayed',
      'batch: posted',
      'batch: refused InsufficientFunds',
      'fund: posted',
      'fund: refused InsufficientFunds',
      'hold: held',
      'hold: held before',
      'hold: refused InsufficientFunds',
      'hold: refused KeyReused',
      'post: posted',
      'post: refused InsufficientFunds',
      'post: refused KeyReused',
      'post: refused MalformedPosting',
      'post: replayed',
      'release: refused UnknownHold',
      'release: released',
      'release: released before',
    ]);
  });

  /** A model with one law broken. */
  class Overdrafts extends LedgerModel {
    override available(account: bigint): bigint {
      return super.available(account) + 1n;
    }
  }
  class ForgetsHolds extends LedgerModel {
    override held(): bigint {
      return 0n;
    }
  }
  class ForgetsKeys extends LedgerModel {
    #posts = 0;
    override post(transfer: Parameters<LedgerModel['post']>[0]) {
      this.#posts++;
      return super.post({ ...transfer, key: `${transfer.key} ${this.#posts}` });
    }
  }
  class AnswersAnew extends LedgerModel {
    override post(transfer: Parameters<LedgerModel['post']>[0]) {
      const posted = super.post(transfer);
      return posted.replayed ? { ...posted, answer: { ...(posted.answer as object), again: true } } : posted;
    }
  }
  class JudgesMoneyFirst extends LedgerModel {
    override post(transfer: Parameters<LedgerModel['post']>[0]) {
      try {
        return super.post(transfer);
      } catch (refusal) {
        const short = transfer.postings.find(({ from, amount }) => from > 0n && this.available(from) < amount);
        throw refusal instanceof KeyReused && short ? new InsufficientFunds(short.from) : refusal;
      }
    }
  }
  class LosesOne extends LedgerModel {
    override posted(account: bigint): bigint {
      const posted = super.posted(account);
      return posted > 100n ? posted - 1n : posted;
    }
  }
  class OverpaysInterest extends LedgerModel {
    override fundInterest(key: string, amount: bigint): void {
      super.fundInterest(key, amount + 1n);
    }
  }
  it.each([
    ['pays more interest than was funded', OverpaysInterest],
    ['lets a hold take one unit too many', Overdrafts],
    ['forgets what is held', ForgetsHolds],
    ['posts a key twice', ForgetsKeys],
    ['gives a replay another answer', AnswersAnew],
    ['judges money before keys and events', JudgesMoneyFirst],
    ['loses a unit', LosesOne],
  ])('catches a ledger that %s', async (_break, Broken) => {
    await expect(runAll(() => inMemory(new Broken()))).rejects.toThrow(Disagreement);
  });
});
