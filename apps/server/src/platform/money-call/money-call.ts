import type { CallName, Data, Input } from '@lode/contract';
import { type HashInput, InsufficientFunds, inputHash, KeyReused } from '@lode/ledger';
import type { Database, Queryable, Transaction } from '../db/database.ts';
import type { RequestContext } from '../http/context.ts';
import { badInput, isRefusal, type Refusal, refuse } from '../http/refusal.ts';
import { claimRequest, findRequest, keepAnswer, type RequestKey } from './money-request.store.ts';
import type { Proof } from './proof.ts';

export type FundsPurpose = Input<'checkFundsPassword'>['purpose'];

/** The funds password, or the token that it was exchanged for. */
export interface MoneySecret {
  password?: string;
  passwordToken?: string;
}

export interface CodeToProve {
  account: string;
  scene: Input<'sendCode'>['scene'];
  code: string;
  now: Date;
}

/** What slices lend to a money call. */
export interface MoneyCallPorts {
  checkMoneySecret(input: {
    customerId: bigint;
    secret: MoneySecret;
    purpose: FundsPurpose;
    now: Date;
  }): Promise<Proof | Refusal>;
  proveCode(guess: CodeToProve): Promise<Proof | Refusal>;
  riskConfirmed(db: Queryable, customerId: bigint, now: Date): Promise<boolean>;
}

export interface MoneyCall<Call extends CallName> {
  /** The call's name in the contract: with the customer it is the scope of the `requestId`. */
  call: Call;
  purpose: FundsPurpose;
  secret: MoneySecret;
  /** Of calls that want a one-time code. */
  oneTimeCode?: { scene: CodeToProve['scene']; code: string };
  /** What the `requestId` stands for: the business fields, without password, token, code, confirm. */
  business: HashInput;
  /**
   * Rules, then balance, then the action, in the money transaction. A refusal rolls everything back. `key` is good as the
   * idempotency key of its transfer or hold: no other request has it.
   */
  act(dbTx: Transaction, key: string): Promise<Data<Call> | Refusal>;
}

/** Carries out a call that moves money, in the one order that all of them have. */
export type RunMoneyCall = <Call extends CallName>(
  context: RequestContext,
  request: MoneyCall<Call>,
) => Promise<Data<Call> | Refusal>;

/** Ends the transaction of a call that is refused after it began. */
class Refused extends Error {
  override readonly name = 'Refused';
  readonly refusal: Refusal;
  constructor(refusal: Refusal) {
    super('refused');
    this.refusal = refusal;
  }
}

/** How a request ended that others may be waiting for. */
interface Ending {
  answer: unknown;
  /** Concurrent requests with the same body and secret get this too; a refusal by a rule depends on more than that. */
  isForAllAlike: boolean;
}

/** A request being carried out by this process. */
interface UnderWay {
  /** Input and secrets: who sends the same is alike. */
  likeness: string;
  ending: Promise<Ending>;
}

/**
 * The order of a money call: replay, funds password or token, one-time code, risk statement, then the caller's rules and
 * balance. What is proved is used up in the transaction that moves the money, so that a refusal uses up nothing.
 */
export function moneyCalls({ database, ...ports }: MoneyCallPorts & { database: Database }): RunMoneyCall {
  /** So that the same request sent many times at once is proved once, and asks the database about itself twice at most. */
  const underWay = new Map<string, UnderWay>();

  return async <Call extends CallName>(context: RequestContext, request: MoneyCall<Call>) => {
    const { requestId, session } = context;
    const { call, secret } = request;
    if (requestId === null) return badInput('requestId');
    if (secret.password === undefined && secret.passwordToken === undefined) return badInput('password');
    if (secret.password !== undefined && secret.passwordToken !== undefined) return badInput('passwordToken');

    const key: RequestKey = { customerId: session.customerId, call, requestId };
    const hash = inputHash(request.business);
    const name = `${call} ${session.customerId} ${requestId}`;
    const likeness = inputHash([hash.toString('hex'), { ...secret }, request.oneTimeCode?.code]).toString('hex');

    const done = await replay<Call>(database, key, hash);
    if (done !== undefined) return done.answer;
    for (let other = underWay.get(name); other !== undefined; other = underWay.get(name)) {
      const ending = await endingOf(other, likeness);
      if (ending?.isForAllAlike && other.likeness === likeness) return ending.answer as Data<Call> | Refusal;
      // A refusal wrote nothing down: there is nothing to ask for.
      if (ending !== undefined && isRefusal(ending.answer)) continue;
      const doneMeanwhile = await replay<Call>(database, key, hash);
      if (doneMeanwhile !== undefined) return doneMeanwhile.answer;
    }
    // Removed before its end is announced, so that one of the waiting requests can be the next.
    const ending = carryOut(context, request, { key, hash, name }).finally(() => underWay.delete(name));
    underWay.set(name, { likeness, ending });
    return (await ending).answer as Data<Call> | Refusal;
  };

  async function carryOut<Call extends CallName>(
    { session, now }: RequestContext,
    request: MoneyCall<Call>,
    { key, hash, name }: { key: RequestKey; hash: Buffer; name: string },
  ): Promise<Ending> {
    const { act } = request;
    const { customerId } = session;
    let isActing = false;

    const proofs = await prove(session, request, now);
    const answer = isRefusal(proofs)
      ? proofs
      : await actOnce<Call>(database, { key, hash, now }, async (dbTx) => {
          for (const proof of proofs) {
            const refusal = await proof.useUp(dbTx);
            if (refusal !== null) return refusal;
          }
          if (!(await ports.riskConfirmed(dbTx, customerId, now))) return refuse('riskNotConfirmed');
          isActing = true;
          return act(dbTx, name);
        });
    if (!isRefusal(answer)) return { answer, isForAllAlike: true };
    // Another process may have carried it out meanwhile, and used up what was to be proved here.
    const done = await replay<Call>(database, key, hash);
    return done === undefined ? { answer, isForAllAlike: !isActing } : { answer: done.answer, isForAllAlike: true };
  }

  async function prove(
    { customerId, account }: RequestContext['session'],
    { secret, purpose, oneTimeCode }: MoneyCall<CallName>,
    now: Date,
  ): Promise<Proof[] | Refusal> {
    const secretProof = await ports.checkMoneySecret({ customerId, secret, purpose, now });
    if (isRefusal(secretProof)) return secretProof;
    if (oneTimeCode === undefined) return [secretProof];
    const codeProof = await ports.proveCode({ ...oneTimeCode, account, now });
    return isRefusal(codeProof) ? codeProof : [secretProof, codeProof];
  }
}

/** A call that needs no proof: nothing leaves by it. */
type CallOnce<Call extends CallName> = Pick<MoneyCall<Call>, 'call' | 'business'> & {
  act(dbTx: Transaction): Promise<Data<Call> | Refusal>;
};

/** The same law of replay without secret and code. Without a `requestId` every request is one of its own. */
export async function runOnce<Call extends CallName>(
  database: Database,
  { requestId, session: { customerId }, now }: RequestContext,
  { call, business, act }: CallOnce<Call>,
): Promise<Data<Call> | Refusal> {
  if (requestId === null) return unlessRefused(() => database.transaction(async (dbTx) => orStop(await act(dbTx))));
  const key: RequestKey = { customerId, call, requestId };
  const hash = inputHash(business);
  const done = await replay<Call>(database, key, hash);
  if (done !== undefined) return done.answer;
  const answer = await actOnce<Call>(database, { key, hash, now }, act);
  if (!isRefusal(answer)) return answer;
  // Another process may have carried it out meanwhile.
  return (await replay<Call>(database, key, hash))?.answer ?? answer;
}

/** The response of a request that was carried out; its data may be empty. */
async function replay<Call extends CallName>(
  database: Database,
  key: RequestKey,
  hash: Buffer,
): Promise<{ answer: Data<Call> | Refusal } | undefined> {
  const done = await findRequest(database, key);
  if (done === null) return undefined;
  return { answer: done.inputHash.equals(hash) ? (done.answer as Data<Call>) : refuse('keyReused') };
}

/** The action with its response under the request's id, together or not at all: a refusal frees the id. */
function actOnce<Call extends CallName>(
  database: Database,
  { key, hash, now }: { key: RequestKey; hash: Buffer; now: Date },
  act: (dbTx: Transaction) => Promise<Data<Call> | Refusal>,
): Promise<Data<Call> | Refusal> {
  return unlessRefused(() =>
    database.transaction(async (dbTx) => {
      // Nothing was written: the caller finds the response of the other one.
      if (!(await claimRequest(dbTx, key, hash, now))) return refuse('keyReused');
      const data = orStop(await act(dbTx));
      await keepAnswer(dbTx, key, data);
      return data;
    }),
  );
}

/** Waiting requests share an error; with undefined they run on their own. */
function endingOf(other: UnderWay, likeness: string): Promise<Ending | undefined> {
  return other.likeness === likeness ? other.ending : other.ending.catch(() => undefined);
}

function orStop<T>(result: T | Refusal): T {
  if (isRefusal(result)) throw new Refused(result);
  return result;
}

async function unlessRefused<T>(work: () => Promise<T | Refusal>): Promise<T | Refusal> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof Refused) return error.refusal;
    if (error instanceof InsufficientFunds) return refuse('insufficientBalance');
    if (error instanceof KeyReused) return refuse('keyReused');
    throw error;
  }
}
