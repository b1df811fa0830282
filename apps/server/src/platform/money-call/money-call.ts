import type { CallName, Data } from '@lode/contract';
import { type HashInput, InsufficientFunds, inputHash, KeyReused } from '@lode/ledger';
import type { Database, Queryable, Transaction } from '../db/database.ts';
import { attemptTransaction } from '../db/rehearsal.ts';
import type { RequestContext } from '../http/context.ts';
import { badInput, isRefusal, type Refusal, refuse } from '../http/refusal.ts';
import { type GroupCalls, type GroupedUseCase, type GroupItem, type Opened, type PlainProof } from './group.ts';
import { claimRequest, type DoneRequest, findRequest, keepAnswer, type RequestKey } from './money-request.store.ts';
import type { CodeToProve, FundsPurpose, Proof } from './proof.ts';

/** The funds password, or the token that it was exchanged for. */
export interface MoneySecret {
  password?: string;
  passwordToken?: string;
}

/** What a customer typed as its second factor, if anything. */
export interface SecondFactorGuess {
  customerId: bigint;
  given: string | undefined;
  /** What a passkey must have signed for. */
  madeFor: string;
  now: Date;
}

/** Checks that slices provide for a money call. */
export interface MoneyCallPorts {
  readonly checkMoneySecret: (input: {
    customerId: bigint;
    secret: MoneySecret;
    purpose: FundsPurpose;
    now: Date;
  }) => Promise<Proof | Refusal>;
  readonly proveCode: (guess: CodeToProve) => Promise<Proof | Refusal>;
  /** Null for a customer who has set no second factor. */
  readonly proveSecondFactor: (guess: SecondFactorGuess) => Promise<Proof | Refusal | null>;
  readonly riskConfirmed: (db: Queryable, customerId: bigint, now: Date) => Promise<boolean>;
}

export interface MoneyCall<Call extends CallName, Prepared = void> {
  /** The call's name in the contract: with the customer it is the scope of the `requestId`. */
  call: Call;
  purpose: FundsPurpose;
  secret: MoneySecret;
  /** For calls that require a one-time code. */
  oneTimeCode?: Pick<CodeToProve, 'scene' | 'code' | 'madeFor'>;
  /** For calls by which money or the way for it leaves: required of a customer who has set one. */
  secondFactor?: { given: string | undefined };
  /** The business fields that the `requestId` is bound to: no password, token, code, second factor or confirm. */
  business: HashInput;
  /** Reads what the action needs from outside the database, between the proofs and the money transaction. */
  readonly prepare?: () => Promise<Prepared>;
  /**
   * Checks the caller's constraints, then the balance, then acts, in the money transaction. A refusal rolls everything back.
   * `key` is unique per request: use it as the idempotency key of the transfer or hold.
   */
  readonly act: (dbTx: Transaction, key: string, prepared: Prepared) => Promise<Data<Call> | Refusal>;
  /** The same use case for several calls at once. */
  readonly group?: (key: string, prepared: Prepared) => GroupedAct<Data<Call>>;
}

/** Carries the call out in a group; undefined when it has to be carried out alone. */
type GroupedAct<Answer> = (groups: GroupCalls, member: Omit<GroupItem<unknown>, 'item'>) => Promise<Answer | undefined>;

/** The two ways of one use case: alone and in a group. */
export function grouped<Item, Accepted, Answer, Prepared>(
  useCase: GroupedUseCase<Item, Accepted, Answer>,
  itemOf: (key: string, prepared: Prepared) => Item,
) {
  return {
    async act(dbTx: Transaction, key: string, prepared: Prepared): Promise<Answer | Refusal> {
      const [decided] = await useCase.decide(dbTx, [itemOf(key, prepared)]);
      if (isRefusal(decided)) return decided;
      const [answer] = await useCase.carryOut(dbTx, [decided as Accepted], async () => undefined);
      return answer as Answer;
    },
    group:
      (key: string, prepared: Prepared): GroupedAct<Answer> =>
      (groups, member) =>
        groups.carryOut(useCase, { ...member, item: itemOf(key, prepared) }),
  };
}

/** Runs a call that moves money; every such call has the same order of checks. */
export type RunMoneyCall = <Call extends CallName, Prepared = void>(
  context: RequestContext,
  request: MoneyCall<Call, Prepared>,
) => Promise<Data<Call> | Refusal>;

/** The result of a request that concurrent requests wait for. */
interface Outcome {
  answer: unknown;
  /** Whether identical concurrent requests share the result; a refusal by the action depends on more than their input. */
  isShared: boolean;
}

/** A request that this process is running. */
interface RunningRequest {
  /** Hash of input and secrets: requests with the same fingerprint are identical. */
  fingerprint: string;
  outcome: Promise<Outcome>;
}

/**
 * The order of a money call stands in `docs/adr/0029-order-of-refusals.md`; its stages 4 to 7 are here. Token and code are
 * consumed in the transaction that moves the money, so that a refusal consumes neither.
 */
export function moneyCalls({
  database,
  groups,
  ...ports
}: MoneyCallPorts & { database: Database; groups: GroupCalls | null }): RunMoneyCall {
  /** Identical concurrent requests are verified once, and read their stored response at most twice. */
  const running = new Map<string, RunningRequest>();
  /** Accounts of whose codes a guess is judged that would be counted later. One at a time: a burst must not be judged before the first counts. */
  const guessing = new Set<string>();

  return async <Call extends CallName, Prepared>(context: RequestContext, request: MoneyCall<Call, Prepared>) => {
    const { account } = context.session;
    if (request.oneTimeCode === undefined || guessing.has(account)) return runOne(context, request);
    guessing.add(account);
    try {
      return await runOne(context, request, { mayGuess: true });
    } finally {
      guessing.delete(account);
    }
  };

  async function runOne<Call extends CallName, Prepared>(
    context: RequestContext,
    request: MoneyCall<Call, Prepared>,
    { mayGuess = false } = {},
  ): Promise<Data<Call> | Refusal> {
    const { requestId, session } = context;
    const { call, secret } = request;
    if (requestId === null) return badInput('requestId');
    if (secret.password === undefined && secret.passwordToken === undefined) return badInput('password');
    if (secret.password !== undefined && secret.passwordToken !== undefined) return badInput('passwordToken');

    const key: RequestKey = { customerId: session.customerId, call, requestId };
    const hash = inputHash(request.business);
    const name = `${call} ${session.customerId} ${requestId}`;
    const fingerprint = inputHash([
      hash.toString('hex'),
      { ...secret },
      request.oneTimeCode?.code,
      request.secondFactor?.given,
    ]).toString('hex');

    const { done, proof } = await openCall(context, request, key, mayGuess);
    const stored = answerOf<Call>(done, hash);
    if (stored !== undefined) return stored.answer;
    for (let other = running.get(name); other !== undefined; other = running.get(name)) {
      const outcome = await outcomeOf(other, fingerprint);
      if (outcome?.isShared && other.fingerprint === fingerprint) return outcome.answer as Data<Call> | Refusal;
      // A refusal stores no response.
      if (outcome !== undefined && isRefusal(outcome.answer)) continue;
      const doneMeanwhile = await replay<Call>(database, key, hash);
      if (doneMeanwhile !== undefined) return doneMeanwhile.answer;
    }
    // Removed before its outcome resolves, so that one of the waiting requests can run next.
    const outcome = carryOut(context, request, { key, hash, name, proof }).finally(() => running.delete(name));
    running.set(name, { fingerprint, outcome });
    return (await outcome).answer as Data<Call> | Refusal;
  }

  /** What a plain call needs before it is carried out, in one round trip. */
  async function openCall<Call extends CallName, Prepared>(
    { session: { customerId, account }, now }: RequestContext,
    { group, secret: { passwordToken }, purpose, oneTimeCode, secondFactor }: MoneyCall<Call, Prepared>,
    key: RequestKey,
    mayGuess: boolean,
  ): Promise<Opened> {
    const isPlain = passwordToken !== undefined && (oneTimeCode === undefined || mayGuess);
    if (groups === null || group === undefined || !isPlain)
      return { done: await findRequest(database, key), proof: null };
    return groups.open({
      key,
      token: { customerId, passwordToken, purpose, now },
      code: oneTimeCode === undefined ? null : { ...oneTimeCode, account, now },
      asksSecondFactor: secondFactor !== undefined,
    });
  }

  async function carryOut<Call extends CallName, Prepared>(
    { session, now }: RequestContext,
    request: MoneyCall<Call, Prepared>,
    { key, hash, name, proof }: { key: RequestKey; hash: Buffer; name: string; proof: PlainProof | null },
  ): Promise<Outcome> {
    const { act } = request;
    const { customerId } = session;
    let isActing = false;

    if (groups !== null && request.group !== undefined && proof !== null) {
      const prepared = (await request.prepare?.()) as Prepared;
      const answer = await request.group(name, prepared)(groups, { key, hash, now, proof });
      if (answer !== undefined) return { answer, isShared: true };
    }
    const proofs = await prove(session, request, now);
    const answer = isRefusal(proofs) ? proofs : await actWith(proofs);
    if (!isRefusal(answer)) return { answer, isShared: true };
    // Another process may have run it meanwhile and consumed its token or code.
    const done = await replay<Call>(database, key, hash);
    return done === undefined ? { answer, isShared: !isActing } : { answer: done.answer, isShared: true };

    async function actWith(proofs: Proof[]): Promise<Data<Call> | Refusal> {
      // Without `prepare` the type of what it returns is void.
      const prepared = (await request.prepare?.()) as Prepared;
      return actOnce<Call>(database, { key, hash, now }, async (dbTx) => {
        for (const proof of proofs) {
          const refusal = await proof.useUp(dbTx);
          if (refusal !== null) return refusal;
        }
        if (!(await ports.riskConfirmed(dbTx, customerId, now))) return refuse('riskNotConfirmed');
        isActing = true;
        const data = await act(dbTx, name, prepared);
        const doProofsFit = proofs.every(({ fitsCall }) => fitsCall !== false);
        return isRefusal(data) || doProofsFit ? data : refuse('wrongCode');
      });
    }
  }

  async function prove(
    { customerId, account }: RequestContext['session'],
    {
      secret,
      purpose,
      oneTimeCode,
      secondFactor,
    }: Pick<MoneyCall<CallName>, 'secret' | 'purpose' | 'oneTimeCode' | 'secondFactor'>,
    now: Date,
  ): Promise<Proof[] | Refusal> {
    const secretProof = await ports.checkMoneySecret({ customerId, secret, purpose, now });
    if (isRefusal(secretProof)) return secretProof;
    if (oneTimeCode === undefined) return [secretProof];
    const codeProof = await ports.proveCode({ ...oneTimeCode, account, now });
    if (isRefusal(codeProof)) return codeProof;
    const { madeFor = '' } = oneTimeCode;
    const factorProof =
      secondFactor === undefined ? null : await ports.proveSecondFactor({ customerId, ...secondFactor, madeFor, now });
    if (isRefusal(factorProof)) return factorProof;
    return factorProof === null ? [secretProof, codeProof] : [secretProof, codeProof, factorProof];
  }
}

/** A call without secret or code: it moves no money out. */
type CallOnce<Call extends CallName> = Pick<MoneyCall<Call>, 'call' | 'business'> & {
  /** What has to happen before, outside the transaction; an answer of its own ends the call and is not stored. */
  readonly prepare?: () => Promise<Data<Call> | Refusal | null>;
  readonly act: (dbTx: Transaction) => Promise<Data<Call> | Refusal>;
};

/** Idempotency by `requestId` without secret and code. Without a `requestId` every request runs. */
export async function runOnce<Call extends CallName>(
  database: Database,
  { requestId, session: { customerId }, now }: RequestContext,
  { call, business, prepare, act }: CallOnce<Call>,
): Promise<Data<Call> | Refusal> {
  if (requestId === null) {
    const early = await prepare?.();
    return early ?? unlessRefused(database, act);
  }
  const key: RequestKey = { customerId, call, requestId };
  const hash = inputHash(business);
  const done = await replay<Call>(database, key, hash);
  if (done !== undefined) return done.answer;
  const early = (await prepare?.()) ?? null;
  if (early !== null && !isRefusal(early)) return early;
  const answer = early ?? (await actOnce<Call>(database, { key, hash, now }, act));
  if (!isRefusal(answer)) return answer;
  // Another process may have run it meanwhile.
  return (await replay<Call>(database, key, hash))?.answer ?? answer;
}

/** The stored response of a request; its data may be empty. */
async function replay<Call extends CallName>(
  database: Database,
  key: RequestKey,
  hash: Buffer,
): Promise<{ answer: Data<Call> | Refusal } | undefined> {
  return answerOf(await findRequest(database, key), hash);
}

function answerOf<Call extends CallName>(
  done: DoneRequest | null,
  hash: Buffer,
): { answer: Data<Call> | Refusal } | undefined {
  if (done === null) return undefined;
  return { answer: done.inputHash.equals(hash) ? (done.answer as Data<Call>) : refuse('keyReused') };
}

/** Runs the action and stores its response under the request's id in one transaction; a refusal stores neither. */
function actOnce<Call extends CallName>(
  database: Database,
  { key, hash, now }: { key: RequestKey; hash: Buffer; now: Date },
  act: (dbTx: Transaction) => Promise<Data<Call> | Refusal>,
): Promise<Data<Call> | Refusal> {
  return unlessRefused(database, async (dbTx) => {
    // Another process has the id: the caller replays its response.
    if (!(await claimRequest(dbTx, key, hash, now))) return refuse('keyReused');
    const data = await act(dbTx);
    if (!isRefusal(data)) await keepAnswer(dbTx, key, data);
    return data;
  });
}

/** Identical requests share an error; others get undefined and run by themselves. */
function outcomeOf(other: RunningRequest, fingerprint: string): Promise<Outcome | undefined> {
  return other.fingerprint === fingerprint ? other.outcome : other.outcome.catch(() => undefined);
}

/** What `work` answers, in a transaction that a refusal rolls back. */
async function unlessRefused<T>(
  database: Database,
  work: (dbTx: Transaction) => Promise<T | Refusal>,
): Promise<T | Refusal> {
  try {
    return await attemptTransaction<T | Refusal>(database, async (dbTx) => {
      const result = await work(dbTx);
      return { result, isKept: !isRefusal(result) };
    });
  } catch (error) {
    if (error instanceof InsufficientFunds) return refuse('insufficientBalance');
    if (error instanceof KeyReused) return refuse('keyReused');
    throw error;
  }
}
