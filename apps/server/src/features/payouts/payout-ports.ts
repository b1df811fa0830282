import type { ChainAdapter, Unsigned } from '@lode/chain';
import type { Database, DbTx } from '../../platform/db/database.ts';
import type { NetworkName, WithdrawCoin } from '../withdrawals/domain/coins.ts';
import type { ApprovalProof } from '../withdrawals/review/review.repository.ts';
import type { Withdrawal } from '../withdrawals/withdrawal.repository.ts';
import type { CreditPorts } from '../withdrawals/withdrawal-ports.ts';

/** What a screening says of an address. No answer is thrown: then nothing is paid. */
export type Screening = { isClear: true } | { isClear: false; why: string };

/**
 * `isFinal`: it will never be signed, and never was. Anything else is asked again. `isOffline`: files are carried to the signer,
 * so it may be signed already, and the payment stays as it was built. `toPeople`: refused to the rule; it waits for people
 * again already. `mayBeSigned`: the no says nothing about what was signed before. `isOther`: another transaction of this
 * payment was signed.
 */
export type SigningAnswer =
  | { signed: string }
  | { refused: string; isFinal: boolean; isOffline?: true; toPeople?: true; mayBeSigned?: true; isOther?: true };

/**
 * What the signer says about a payment that it shall never sign again: all that it has signed of it, and whether it is closed
 * for good. What was signed before somebody gave it up there is a signature for ever: only the chain can say that it is worth nothing.
 */
export interface ClosingAnswer {
  isClosed: boolean;
  /** The first one first. Never empty while it is not closed. */
  signed: SignedLine[];
}

/** A transaction as the signer was asked for it, and as it signed it. */
export interface SignedLine {
  payload: string;
  signed: string;
}

/**
 * `payment-removed`: in no block, and it can be in one again. `payment-lost`: it can never be what the books say.
 * `paid-and-returned`: what was returned waits for a block, or is in one.
 */
export interface TakenBack {
  kind: 'payment-removed' | 'payment-lost' | 'paid-and-returned';
  words: string;
}

export interface PayoutDeps extends CreditPorts {
  database: Database;
  openChain(network: NetworkName): Promise<ChainAdapter | { closed: string; isStarting?: boolean }>;
  /** Confirmations that make a payment final. */
  needed(network: NetworkName): number;
  /** Asked in turn; one "no" is enough. */
  screenings: readonly ((dbTx: DbTx, withdrawal: Withdrawal) => Promise<Screening>)[];
  /** Whoever holds the keys. The same payment again is answered with the same bytes. */
  sign(proof: ApprovalProof, unsigned: Unsigned): Promise<SigningAnswer>;
  /** Ends a payment at whoever holds the keys, or tells what was signed of it. Absent: nobody is there who could tell. */
  close?(proof: ApprovalProof): Promise<ClosingAnswer>;
  /** The hot wallet lacks a coin, in words; null: it has enough again. */
  reportShortage(coin: WithdrawCoin, words: string | null, now: Date): Promise<void>;
  /** What the books have as over is in no block any more, or can never be what they say; null: it stands again. */
  reportTakenBack(id: bigint, trouble: TakenBack | null, now: Date): Promise<void>;
  /** Somebody has to act. */
  alarm(words: string): void;
  /** It goes its way, and that is worth a line. Where nobody listens to such, it is an alarm. */
  tell?(words: string): void;
  /** Named places at which a test ends the process. */
  reach(point: string): void;
}

/** The state says that the next step is due, and something outside is not there yet. Asked again later. */
export class NotYet extends Error {
  override readonly name = 'NotYet';
}

/** It waits because somebody wanted it so, or for another one of the same kind: nothing is out of order. */
export class Waits extends NotYet {}

/** The hot wallet has too little of a coin. */
export class Short extends NotYet {
  readonly coin: WithdrawCoin;

  constructor(coin: WithdrawCoin, words: string) {
    super(words);
    this.coin = coin;
  }
}
