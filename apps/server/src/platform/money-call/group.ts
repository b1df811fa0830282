import { batchReads } from '../db/batch-reads.ts';
import type { Database, Queryable, Transaction } from '../db/database.ts';
import { isRefusal, type Refusal } from '../http/refusal.ts';
import type { EventLog } from '../log/event-log.ts';
import { logSampler } from '../log/log-sampler.ts';
import { batchRunner } from './batch-runner.ts';
import { claimRequests, type DoneRequest, findRequests, keepAnswers, type RequestKey } from './money-request.store.ts';
import type { CodeToProve, FundsPurpose } from './proof.ts';

/** A use case of which several can be carried out at once, as if they came one after the other. */
export interface GroupedUseCase<Item, Accepted, Answer> {
  /** Locks what the items need and judges each by what those before it leave. */
  readonly decide: (dbTx: Transaction, items: readonly Item[]) => Promise<(Accepted | Refusal)[]>;
  /** Writes what was accepted; calls `keep` once with the answers, in the order given, and returns them. */
  readonly carryOut: (
    dbTx: Transaction,
    accepted: readonly Accepted[],
    keep: (answers: readonly Answer[]) => Promise<void>,
  ) => Promise<readonly Answer[]>;
}

/** A funds password's token, in the caller's words. */
export interface PlainToken {
  customerId: bigint;
  passwordToken: string;
  purpose: FundsPurpose;
  now: Date;
}

/** What is proved of a plain call: a token, a code where one is needed, no second factor. */
export interface GroupPorts {
  readonly plainTokens: {
    readonly areGood: (db: Queryable, tokens: readonly PlainToken[]) => Promise<boolean[]>;
    /** How many of them were still good. */
    readonly spend: (dbTx: Transaction, tokens: readonly PlainToken[]) => Promise<number>;
  };
  readonly plainCodes: {
    /** The ids of codes that are right, and were sent for this; null for all others. Counts nothing. */
    readonly find: (db: Queryable, guesses: readonly CodeToProve[]) => Promise<(bigint | null)[]>;
    /** How many of them were still unused. */
    readonly use: (dbTx: Transaction, codes: readonly { id: bigint; now: Date }[]) => Promise<number>;
  };
  readonly customersWithFactor: (db: Queryable, customerIds: readonly bigint[]) => Promise<ReadonlySet<bigint>>;
  /** Whether all of them confirmed what is in force. */
  readonly allConfirmedRisk: (db: Queryable, customerIds: readonly bigint[], now: Date) => Promise<boolean>;
  log: Pick<EventLog, 'warn'>;
}

/** A call as it comes in. */
export interface Opening {
  key: RequestKey;
  token: PlainToken;
  /** Null for calls that need none. */
  code: CodeToProve | null;
  asksSecondFactor: boolean;
}

/** What was found of a call. */
export interface Opened {
  /** Carried out before. */
  done: DoneRequest | null;
  /** Of a call that is plain; null: it is carried out alone. */
  proof: PlainProof | null;
}

export interface PlainProof {
  token: PlainToken;
  codeId: bigint | null;
}

export interface GroupItem<Item> {
  key: RequestKey;
  hash: Buffer;
  now: Date;
  proof: PlainProof;
  item: Item;
}

/** Rolls a group back that has members which cannot be carried out with the others. */
class Unusual extends Error {
  override readonly name = 'Unusual';
  readonly members: ReadonlySet<number>;
  constructor(members: ReadonlySet<number>) {
    super('unusual');
    this.members = members;
  }
}

const openingLimits = { concurrency: 2, largest: 32, longestMs: 10_000 };
const groupsAtOnce = 2;
const largestGroup = 64;
/** A failure of every group must not fill the log. */
const loggedEveryMs = 10_000;

export type GroupCalls = ReturnType<typeof groupCalls>;

/**
 * Money calls that wait at the same time are carried out in one transaction: docs/adr/0054. Whatever is not plain, is refused, or fails
 * in a group is left to the caller, who carries it out alone.
 */
export function groupCalls({ database, ...ports }: GroupPorts & { database: Database }) {
  const sample = logSampler(loggedEveryMs);
  const warn = (event: string) => (err: unknown) => {
    const times = sample(event);
    if (times !== null) ports.log.warn({ event, err, times });
  };
  const openAtOnce = (openings: readonly Opening[]) => database.pipelined((db) => openAll(db, ports, openings));
  const open = batchReads<Opening, Opened>(
    { one: async (opening) => (await openAtOnce([opening]))[0] as Opened, batch: openAtOnce },
    { ...openingLimits, failed: warn('money-call.openings-failed') },
  );
  const runners = new Map<string, (item: GroupItem<never>) => Promise<unknown>>();

  return { open, carryOut };

  /** The answer; undefined when it has to be carried out alone. */
  async function carryOut<Item, Accepted, Answer>(
    useCase: GroupedUseCase<Item, Accepted, Answer>,
    item: GroupItem<Item>,
  ): Promise<Answer | undefined> {
    const { call } = item.key;
    const runner =
      runners.get(call) ??
      batchRunner<GroupItem<Item>, unknown>({
        concurrency: groupsAtOnce,
        largest: largestGroup,
        ownerOf: ({ key }) => `${key.customerId}`,
        uniqueOf: ({ key, proof: { token, codeId } }) => [
          `request ${key.customerId} ${key.requestId}`,
          `token ${token.passwordToken}`,
          ...(codeId === null ? [] : [`code ${codeId}`]),
        ],
        run: (items) => runGroup(useCase, items, true),
      });
    runners.set(call, runner as never);
    return (await (runner as (one: GroupItem<Item>) => Promise<unknown>)(item)) as Answer | undefined;
  }

  async function runGroup<Item, Accepted, Answer>(
    useCase: GroupedUseCase<Item, Accepted, Answer>,
    items: readonly GroupItem<Item>[],
    mayRepeat: boolean,
  ): Promise<(Answer | undefined)[]> {
    try {
      return [...(await database.transaction((dbTx) => actAtOnce(dbTx, useCase, items)))];
    } catch (error) {
      if (!(error instanceof Unusual)) {
        warn('money-call.group-failed')(error);
        return items.map(() => undefined);
      }
      const usual = items.filter((_, i) => !error.members.has(i));
      if (!mayRepeat || usual.length === 0) return items.map(() => undefined);
      const answers = await runGroup(useCase, usual, false);
      return items.map((item) => answers[usual.indexOf(item)]);
    }
  }

  async function actAtOnce<Item, Accepted, Answer>(
    dbTx: Transaction,
    useCase: GroupedUseCase<Item, Accepted, Answer>,
    items: readonly GroupItem<Item>[],
  ): Promise<readonly Answer[]> {
    const keys = items.map(({ key }) => key);
    const latest = new Date(Math.max(...items.map(({ now }) => now.getTime())));
    const codes = items.flatMap(({ proof: { codeId }, now }) => (codeId === null ? [] : [{ id: codeId, now }]));
    const [claimed, spent, used, areConfirmed, decided] = await Promise.all([
      claimRequests(
        dbTx,
        keys,
        items.map(({ hash, now }) => ({ hash, at: now })),
      ),
      ports.plainTokens.spend(
        dbTx,
        items.map(({ proof }) => proof.token),
      ),
      codes.length === 0 ? 0 : ports.plainCodes.use(dbTx, codes),
      ports.allConfirmedRisk(
        dbTx,
        keys.map(({ customerId }) => customerId),
        latest,
      ),
      useCase.decide(
        dbTx,
        items.map(({ item }) => item),
      ),
    ]);
    // Which one it was is for the way of one by one to find out.
    if (claimed !== items.length || spent !== items.length || used !== codes.length || !areConfirmed)
      throw new Unusual(new Set(items.keys()));
    const refused = new Set([...decided.keys()].filter((i) => isRefusal(decided[i])));
    if (refused.size > 0) throw new Unusual(refused);
    return useCase.carryOut(dbTx, decided as Accepted[], (answers) => keepAnswers(dbTx, keys, answers));
  }
}

/** In one round trip. */
async function openAll(db: Queryable, ports: GroupPorts, openings: readonly Opening[]): Promise<Opened[]> {
  const guesses = openings.flatMap(({ code }) => (code === null ? [] : [code]));
  const [done, areGood, codes, withFactor] = await Promise.all([
    findRequests(
      db,
      openings.map(({ key }) => key),
    ),
    ports.plainTokens.areGood(
      db,
      openings.map(({ token }) => token),
    ),
    guesses.length === 0 ? [] : ports.plainCodes.find(db, guesses),
    ports.customersWithFactor(
      db,
      openings.map(({ key }) => key.customerId),
    ),
  ]);
  const ids = [...codes];
  return openings.map(({ key, token, code, asksSecondFactor }, i) => {
    const codeId = code === null ? null : (ids.shift() ?? null);
    const isProved = areGood[i] === true && (code === null || codeId !== null);
    const isPlain = isProved && !(asksSecondFactor && withFactor.has(key.customerId));
    return { done: done[i] ?? null, proof: isPlain ? { token, codeId } : null };
  });
}
