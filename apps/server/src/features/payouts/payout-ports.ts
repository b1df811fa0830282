import type { ChainAdapter, Network, Unsigned } from '@lode/chain';
import type { payoutPhases, WithdrawalPhase } from '@lode/contract/record-states';
import type { Posting } from '@lode/ledger';
import type { FinalisedPayment, PaymentAuthorization, SigningOutcome } from '../../platform/chains/payment-signer.ts';
import type { Database, Queryable, Transaction } from '../../platform/db/database.ts';
import type { EventLog } from '../../platform/log/event-log.ts';

export const payoutCoins = ['BTC', 'USDT'] as const;
export type PayoutCoin = (typeof payoutCoins)[number];

/** The phases in which a payout has something to do. */
export type PayoutPhase = (typeof payoutPhases)[number];

/** Whose coins are paid: a customer's, or the operator's own to one of its destinations. */
type Payer = { customerId: bigint; destinationId: null } | { customerId: null; destinationId: bigint };

/** A withdrawal as its payment needs it. */
export type Withdrawal = Payer & {
  id: bigint;
  number: string;
  coin: PayoutCoin;
  network: Network;
  addressKey: string;
  /** Gross. */
  amount: bigint;
  fee: bigint;
  phase: WithdrawalPhase;
  remark: string | null;
  appliedAt: Date;
};

/** The withdrawals slice: what a payout reads of a withdrawal, and the events that it reports. */
export interface WithdrawalPort {
  /** As the API and operators name the phase: `APPROVAL_TO_BE_SIGNED`. */
  readonly statusOf: (withdrawal: Pick<Withdrawal, 'phase'>) => string;
  readonly find: (db: Queryable, id: bigint) => Promise<Withdrawal | null>;
  /** Locked until the caller's transaction ends. */
  readonly lock: (dbTx: Transaction, id: bigint) => Promise<Withdrawal | null>;
  /** Approved and unfinished ones after this id, in their order, a page at a time. */
  readonly readInPayout: (
    db: Queryable,
    after: bigint,
  ) => Promise<Pick<Withdrawal, 'id' | 'phase' | 'network' | 'addressKey'>[]>;
  /** The withdrawal to this address whose screening is under way; null: none begins before the caller's transaction has ended. */
  readonly findScreeningOf: (dbTx: Transaction, network: Network, addressKey: string) => Promise<bigint | null>;
  /** What is wrong with the rows of a withdrawal that is about to be paid, or null. */
  readonly findFault: (db: Queryable, id: bigint) => Promise<string | null>;
  readonly readApproval: (db: Queryable, id: bigint) => Promise<PaymentAuthorization>;
  /** Throws when the event is not allowed in the withdrawal's phase. */
  readonly advance: (
    db: Queryable,
    withdrawal: Withdrawal,
    event: 'startScreening' | 'passScreening' | 'sign' | 'returnToManualReview',
    now: Date,
  ) => Promise<void>;
  /** Whether its payment has ever been sent. */
  readonly wasBroadcast: (db: Queryable, id: bigint) => Promise<boolean>;
  readonly recordBroadcast: (db: Queryable, id: bigint, now: Date) => Promise<void>;
  readonly confirmPaid: (
    dbTx: Transaction,
    withdrawal: Withdrawal,
    networkFee: readonly Posting[],
    now: Date,
  ) => Promise<void>;
  /** Returns the whole amount; the customer reads the remark. */
  readonly fail: (
    dbTx: Transaction,
    withdrawal: Withdrawal,
    end: { remark: string; networkFee?: readonly Posting[]; now: Date },
  ) => Promise<void>;
  /** Its customer is disabled or frozen, or its destination was removed. */
  readonly isBlocked: (db: Queryable, withdrawal: Withdrawal) => Promise<boolean>;
  readonly isAutoApproved: (db: Queryable, id: bigint) => Promise<boolean>;
  readonly revokeAutoApproval: (db: Queryable, id: bigint, reason: string, now: Date) => Promise<boolean>;
  readonly lockSigningRequest: (dbTx: Transaction, id: bigint) => Promise<void>;
  readonly isAutoApprovalOn: (db: Queryable, withdrawal: Pick<Withdrawal, 'coin'>, at: Date) => Promise<boolean>;
}

export interface PayoutChains {
  readonly open: (network: Network) => Promise<ChainAdapter | { closed: string; isStarting?: boolean }>;
  /** Confirmations that make a payment final. */
  readonly confirmations: (network: Network) => number;
  /** The node without which no amount returns by what the first says; null or absent where none is configured. */
  readonly openSecond?: (network: Network) => Promise<ChainAdapter | { closed: string } | null>;
}

/** The same payment again is answered with the same bytes. */
export type Sign = (approval: PaymentAuthorization, unsigned: Unsigned) => Promise<SigningOutcome>;

export interface PayoutSigner {
  sign: Sign;
  /** Ends an unsigned payment at the signer, and tells what it has signed of it. Null where no signer can tell what it has signed. */
  finalise: ((approval: PaymentAuthorization) => Promise<FinalisedPayment>) | null;
  /** The most payments that it signs in one transaction; absent where it signs each alone. */
  batchLimit?: () => Promise<number>;
}

/**
 * `payment-removed`: in no block, and it can be in one again. `payment-lost`: it can never be what the books say.
 * `paid-and-returned`: the transaction of a returned withdrawal waits for a block, or is in one.
 */
export interface ReorgReport {
  kind: 'payment-removed' | 'payment-lost' | 'paid-and-returned';
  message: string;
}

/** The books slice: why no payment of a coin may leave, or null. */
export interface BooksPort {
  readonly findDifference: (db: Queryable, coin: string, now: Date) => Promise<string | null>;
}

export interface PayoutMonitor {
  /** `error`: staff has to act. `info`: it waits for a known reason. */
  log: EventLog;
  /** What the hot wallet lacks; null when it has enough again. */
  readonly reportShortage: (coin: PayoutCoin, message: string | null, now: Date) => Promise<void>;
  /** A confirmed payment that a reorganisation removed; null when it stands again. */
  readonly reportReorg: (withdrawalId: bigint, report: ReorgReport | null, now: Date) => Promise<void>;
  /** A final payment that has neither paid nor provably failed: no more of its coin leaves; null when that is over. */
  readonly reportUnproven: (db: Queryable, withdrawalId: bigint, message: string | null, now: Date) => Promise<void>;
  /** Named places at which a test ends the process. */
  readonly failpoint: (name: string) => void;
}

/** A place among the payments of a network that are built one after another. */
export interface BuildTurn {
  /** Runs `work` when every turn that was taken before has ended, and ends this one. */
  readonly run: <T>(work: () => Promise<T>) => Promise<T>;
  /** Gives the place up: nothing is built in it. */
  readonly end: () => void;
}

/** Takes the next turn of a network. */
export type BuildTurns = (network: Network) => BuildTurn;

export interface PayoutDeps {
  books: BooksPort;
  database: Database;
  withdrawals: WithdrawalPort;
  chains: PayoutChains;
  signer: PayoutSigner;
  monitor: PayoutMonitor;
}

/** The result of screening an address. A screening that has no result throws `ScreeningUnavailable`: then nothing is paid. */
export type ScreeningResult = { isClear: true } | { isClear: false; reason: string };
export type Screening = (db: Queryable, withdrawal: Withdrawal) => Promise<ScreeningResult>;

/** The payout cannot go on yet and is tried again: something outside is down, or staff has to act. */
export class RetryLater extends Error {
  override readonly name: string = 'RetryLater';
}

/** It waits for a known reason, such as a file or another payment; staff has nothing to repair. */
export class AwaitingInput extends RetryLater {
  override readonly name = 'AwaitingInput';
}

export class HotWalletUnderfunded extends RetryLater {
  override readonly name = 'HotWalletUnderfunded';
  readonly coin: PayoutCoin;

  constructor(coin: PayoutCoin, message: string) {
    super(message);
    this.coin = coin;
  }
}
