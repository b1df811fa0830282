import type { CallName, Data, Input } from '@lode/contract';
import { type HashInput, InsufficientFunds, inputHash, KeyReused } from '@lode/ledger';
import type { Database, DbTx } from '../db/database.ts';
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
  checkMoneySecret(wish: {
    customerId: bigint;
    secret: MoneySecret;
    purpose: FundsPurpose;
    now: Date;
  }): Promise<Proof | Refusal>;
  proveCode(guess: CodeToProve): Promise<Proof | Refusal>;
  riskConfirmed(dbTx: DbTx, customerId: bigint): Promise<boolean>;
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
   * Rules, then balance, then the deed, in the money transaction. A refusal rolls everything back. `key` is good as the
   * idempotency key of its transfer or hold: nobody else has it.
   */
  act(dbTx: DbTx, key: string): Promise<Data<Call> | Refusal>;
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

/**
 * The order of a money call: replay, funds password or token, one-time code, risk statement, then the caller's rules and
 * balance. What is proved is used up in the transaction that moves the money, so that a refusal uses up nothing.
 */
export function moneyCalls({ database, ...ports }: MoneyCallPorts & { database: Database }): RunMoneyCall {
  /** Requests being carried out by this process, so that the same one sent many times at once is proved once. */
  const underWay = new Map<string, Promise<unknown>>();

  return async <Call extends CallName>(context: RequestContext, request: MoneyCall<Call>) => {
    const { requestId, session } = context;
    const { call, secret } = request;
    if (requestId === null) return badInput('requestId');
    if (secret.password === undefined && secret.passwordToken === undefined) return badInput('password');
    if (secret.password !== undefined && secret.passwordToken !== undefined) return badInput('passwordToken');

    const key: RequestKey = { customerId: session.customerId, call, requestId };
    const hash = inputHash(request.business);
    const replay = async (): Promise<Data<Call> | Refusal | null> => {
      const done = await findRequest(database, key);
      if (done === null) return null;
      return done.inputHash.equals(hash) ? (done.answer as Data<Call>) : refuse('keyReused');
    };

    const name = `${call} ${session.customerId} ${requestId}`;
    for (;;) {
      const earlier = await replay();
      if (earlier !== null) return earlier;
      const other = underWay.get(name);
      if (other === undefined) break;
      await other.catch(() => undefined);
    }
    const work = carryOut(context, request, { key, hash, name });
    underWay.set(name, work);
    try {
      const answer = await work;
      // Another process may have carried it out meanwhile, and used up what was to be proved here.
      return isRefusal(answer) ? ((await replay()) ?? answer) : answer;
    } finally {
      underWay.delete(name);
    }
  };

  async function carryOut<Call extends CallName>(
    { session, now }: RequestContext,
    request: MoneyCall<Call>,
    { key, hash, name }: { key: RequestKey; hash: Buffer; name: string },
  ): Promise<Data<Call> | Refusal> {
    const { secret, purpose, oneTimeCode, act } = request;
    const { customerId, account } = session;
    const proofs: Proof[] = [];
    const secretProof = await ports.checkMoneySecret({ customerId, secret, purpose, now });
    if (isRefusal(secretProof)) return secretProof;
    proofs.push(secretProof);
    if (oneTimeCode !== undefined) {
      const codeProof = await ports.proveCode({ ...oneTimeCode, account, now });
      if (isRefusal(codeProof)) return codeProof;
      proofs.push(codeProof);
    }

    return unlessRefused(() =>
      database.transaction(async (dbTx) => {
        // Nothing was written: the caller finds what the other one was told.
        if (!(await claimRequest(dbTx, key, hash, now))) return refuse('keyReused');
        for (const proof of proofs) stopIfRefused(await proof.useUp(dbTx));
        if (!(await ports.riskConfirmed(dbTx, customerId))) throw new Refused(refuse('riskNotConfirmed'));
        const answer = await act(dbTx, name);
        if (isRefusal(answer)) throw new Refused(answer);
        await keepAnswer(dbTx, key, answer);
        return answer;
      }),
    );
  }
}

function stopIfRefused(refusal: null | Refusal): void {
  if (refusal !== null) throw new Refused(refusal);
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
