import type { BuildRefusal, ChainAdapter, OwnOutput, PaymentOrder, Signed, Source, Unsigned } from '@lode/chain';
import { lookIntoAccount } from '../../../platform/chains/hot-account.ts';
import { readAccountNonce } from '../../../platform/chains/stored-unsigned.ts';
import type { DbTx } from '../../../platform/db/database.ts';
import { enqueue } from '../../../platform/jobs/jobs.ts';
import { endUnpaid } from '../end-withdrawal.ts';
import { type ApprovalProof, readProof } from '../reviews.store.ts';
import { paymentRemark } from '../texts.ts';
import type { NetworkName } from '../withdrawal-coins.ts';
import { findWithdrawal, lockWithdrawal, type Withdrawal } from '../withdrawals.store.ts';
import { endGivenUp } from './end-given-up.ts';
import { type ExportedPayment, readExports, readGivenUpExports, readNamedOutputs } from './exports.store.ts';
import { adoptSent, isDead, isOfAnother, mustSpend, stateOfExports } from './exports.ts';
import {
  dropPayment,
  insertPayment,
  isSpendable,
  keepSigned,
  noteBroadcast,
  type PaymentRow,
  readOutputs,
  readPayments,
  releaseSpends,
  restorePayment,
} from './payments.store.ts';
import { NotYet, type PayoutDeps, Short, Waits } from './payout-ports.ts';
import { recall } from './recall.ts';
import { broadcastJob, go, isHeld, refuseHeld } from './screen.ts';
import { shortageOf } from './shortage.ts';
import { readWay } from './signing-way.store.ts';

/** Builds, has signed and stores the payment: what is stored is what is sent, now and ever. */
export async function sign(deps: PayoutDeps, id: bigint, now: Date): Promise<void> {
  const { database } = deps;
  const found = await database.transaction(async (dbTx) => {
    const withdrawal = await lockWithdrawal(dbTx, id);
    if (withdrawal?.thirdStatus !== 'APPROVAL_TO_BE_SIGNED') return null;
    return { withdrawal, isHeldBack: await isHeld(dbTx, withdrawal) };
  });
  if (found === null) return;
  const { withdrawal, isHeldBack } = found;
  const chain = await openedChain(deps, withdrawal.network);
  const exports = await stateOfExports(database, chain, id);
  if (await adoptSent(deps, chain, exports, now)) return;
  if (exports.some(({ exported }) => exported.isGivenUp)) return endGivenUp(deps, withdrawal, exports, now);
  if (isHeldBack) {
    await letGo(deps, chain, withdrawal, now);
    return refuseHeld(database, withdrawal);
  }
  const proof = await readProof(database, id);
  const open = exports.filter((one) => !isDead(one, deps.needed(withdrawal.network))).map(({ exported }) => exported);
  const payment = await built(deps, { chain, withdrawal, proof, open, exported: exports.length, now });
  if (payment === null) return;
  deps.reach('sign:built');
  const answer = await deps.sign(proof, payment.unsigned);
  deps.reach('sign:answered');
  if ('refused' in answer) {
    if (answer.isOffline) throw new Waits(`withdrawal ${id} waits for its file`);
    deps.alarm(`withdrawal ${id} is not signed: ${answer.refused}`);
    if (answer.toPeople) return;
    if (answer.isOther && (await recall(deps, chain, withdrawal, now))) return;
    if (answer.isFinal) return giveUp(deps, chain, withdrawal, now);
    if (!answer.mayBeSigned && !answer.isOther) await drop(deps, payment);
    throw new NotYet(`the signer refuses withdrawal ${id}: ${answer.refused}`);
  }
  await keep(deps, payment, chain.finish(payment.unsigned, answer.signed), now);
}

/** Stores what the signer gave, and that it is to be sent. */
async function keep(deps: PayoutDeps, payment: PaymentRow, signed: Signed, now: Date): Promise<void> {
  const id = payment.withdrawalId;
  await deps.database.transaction(async (dbTx) => {
    const found = await lockWithdrawal(dbTx, id);
    if (found?.thirdStatus !== 'APPROVAL_TO_BE_SIGNED') return;
    if (!(await keepSigned(dbTx, payment, signed, now))) {
      await restorePayment(dbTx, { ...payment, now });
      await keepSigned(dbTx, payment, signed, now);
    }
    await go(dbTx, found, 'sign', now);
    await enqueue(dbTx, broadcastJob, { id: String(id) });
    deps.reach('sign:before-commit');
  });
  deps.reach('sign:committed');
}

/**
 * The signer has answered no: a payment that cannot be signed now must not keep its nonce or its inputs, which others wait for,
 * nor the fee that it was built with.
 */
async function drop({ database }: PayoutDeps, { withdrawalId }: Pick<PaymentRow, 'withdrawalId'>): Promise<void> {
  await database.transaction(async (dbTx) => {
    const found = await lockWithdrawal(dbTx, withdrawalId);
    if (found?.thirdStatus === 'APPROVAL_TO_BE_SIGNED') await dropPayment(dbTx, withdrawalId);
  });
}

/** Its signer gets files, and none has left: nobody can have signed it, and no file shall leave with it. */
async function dropUnexported({ database }: PayoutDeps, withdrawalId: bigint): Promise<void> {
  await database.transaction(async (dbTx) => {
    const found = await lockWithdrawal(dbTx, withdrawalId);
    if (found?.thirdStatus !== 'APPROVAL_TO_BE_SIGNED' || (await readWay(dbTx, withdrawalId)) !== 'OFFLINE') return;
    if ((await readExports(dbTx, withdrawalId)).length === 0) await dropPayment(dbTx, withdrawalId);
  });
}

/**
 * Its customer is held back, or its nonce or inputs are of no use any more. Whether the signer had signed before, when nobody heard the
 * answer, it tells without anybody's yes: what it signed it gives again, and anything new it refuses. Only then is what it
 * spends somebody else's.
 */
async function letGo(deps: PayoutDeps, chain: ChainAdapter, withdrawal: Withdrawal, now: Date): Promise<void> {
  const { id } = withdrawal;
  const [payment] = await readPayments(deps.database, id);
  if (!payment) return;
  const proof = await readProof(deps.database, id);
  const answer = await deps.sign({ ...proof, approvals: [] }, payment.unsigned);
  if ('refused' in answer) {
    if (answer.isOther) await recall(deps, chain, withdrawal, now);
    else if (!answer.isOffline && !answer.mayBeSigned) await drop(deps, payment);
    return;
  }
  await keep(deps, payment, chain.finish(payment.unsigned, answer.signed), now);
}

/** Before anything is signed it can still fail for good: everything returns. What left as a file two people end. */
async function giveUp(deps: PayoutDeps, chain: ChainAdapter, withdrawal: Withdrawal, now: Date): Promise<void> {
  const { id } = withdrawal;
  await refuseExported(deps.database, id);
  if (await recall(deps, chain, withdrawal, now)) return;
  await deps.database.transaction(async (dbTx) => {
    const found = await lockWithdrawal(dbTx, id);
    if (found?.thirdStatus !== 'APPROVAL_TO_BE_SIGNED') return;
    await refuseExported(dbTx, id);
    await releaseSpends(dbTx, id);
    await endUnpaid(dbTx, deps, found, { event: 'fail', end: 'returned', remark: paymentRemark, now });
  });
}

async function refuseExported(dbTx: DbTx, id: bigint): Promise<void> {
  if ((await readExports(dbTx, id)).length > 0)
    throw new NotYet(`withdrawal ${id} cannot be paid, and was exported: see withdrawal:fail`);
}

interface Building {
  chain: ChainAdapter;
  withdrawal: Withdrawal;
  proof: ApprovalProof;
  /** What was exported of it and can still be. */
  open: readonly ExportedPayment[];
  /** How many were exported of it when it was looked at. */
  exported: number;
  now: Date;
}

/** The payment as it was built first, by whoever was first; null when there is nothing to sign any more. */
async function built(deps: PayoutDeps, building: Building): Promise<PaymentRow | null> {
  const { database } = deps;
  const { chain, withdrawal, proof, now } = building;
  const { id: withdrawalId, network, addressKey: to, coin, amount, fee } = withdrawal;
  const [known] = await readPayments(database, withdrawalId);
  const place = known && (await placeOf(deps, chain, known));
  if (known && place === 'GOOD') return known;
  if (known) {
    await letGo(deps, chain, withdrawal, now);
    if (place === 'GONE') await dropUnexported(deps, withdrawalId);
    const [left] = await readPayments(database, withdrawalId);
    if (left?.txid === null && place === 'GONE')
      throw new NotYet(`withdrawal ${withdrawalId} waits: what it was built from is in no final block any more`);
    if (left) return left.txid === null ? left : null;
  }
  const { height: sinceHeight } = await chain.tip();
  const [sources, rate] = [await sourcesOf(deps, building), await chain.feeRate()];
  const maxFee = proof.statement && BigInt(proof.statement.feeCap);
  const order = { to, coin, amount: amount - fee, rate, ...(maxFee !== null && { maxFee }) };
  const unsigned = await buildFirst(deps, building, order, sources);
  const short = await shortageOf(database, chain, { coin, amount: amount - fee, built: unsigned });
  if (short !== null) throw new Short(coin, `withdrawal ${withdrawalId} waits: ${short}`);
  if (isRefused(unsigned)) return refusedBuild(deps, chain, withdrawal, unsigned, now);
  deps.reach('sign:before-built');
  // Somebody else may have taken the same outputs or nonce, or built this one: then it is looked at anew.
  await database
    .transaction(async (dbTx) => {
      await refuseMoved(dbTx, withdrawalId, building.exported);
      await insertPayment(dbTx, { withdrawalId, attempt: 0, network, unsigned, sinceHeight, now });
    })
    .catch((error: { code?: string }) => {
      if (error.code !== '23505') throw error;
    });
  const [row] = await readPayments(database, withdrawalId);
  if (!row) throw new NotYet(`what withdrawal ${withdrawalId} would spend was taken by another one`);
  return row;
}

/** Building takes seconds: what was ended, handed back or exported meanwhile must not take a nonce or inputs that nobody would free. */
async function refuseMoved(dbTx: DbTx, id: bigint, exported: number): Promise<void> {
  const found = await lockWithdrawal(dbTx, id);
  const exports = await readExports(dbTx, id);
  if (
    found?.thirdStatus !== 'APPROVAL_TO_BE_SIGNED' ||
    exports.length !== exported ||
    exports.some(({ isGivenUp }) => isGivenUp)
  )
    throw new NotYet(`withdrawal ${id} went on while its payment was built`);
}

/**
 * Where what a payment that nobody has signed spends stands: outputs that are in no final block any more, or another payment's; a
 * nonce used up by a transaction that is not ours, so that it could never be mined; behind one that was given back, so that it
 * would wait for whoever takes that; or good.
 */
async function placeOf(
  { database }: PayoutDeps,
  chain: ChainAdapter,
  { withdrawalId, unsigned, network }: PaymentRow,
): Promise<'GONE' | 'OVERTAKEN' | 'BEHIND_A_GAP' | 'GOOD'> {
  if (network === 'BITCOIN') return (await isSpendable(database, withdrawalId, unsigned.outpoints)) ? 'GOOD' : 'GONE';
  const { reserved } = await lookIntoAccount(database, chain, chain.ownAddress('house', 0));
  const { nonce } = readAccountNonce(unsigned.outpoints[0]);
  if (nonce < reserved.confirmed) return 'OVERTAKEN';
  return reserved.free < nonce ? 'BEHIND_A_GAP' : 'GOOD';
}

const isRefused = (built: Unsigned | BuildRefusal): built is BuildRefusal => 'refused' in built;

async function refusedBuild(
  deps: PayoutDeps,
  chain: ChainAdapter,
  withdrawal: Withdrawal,
  { refused }: BuildRefusal,
  now: Date,
): Promise<null> {
  const { id } = withdrawal;
  if (refused === 'FEE_CAP')
    throw new NotYet(`withdrawal ${id} waits: the network's fee is above what was approved for it`);
  deps.alarm(`withdrawal ${id} cannot be built: ${refused}`);
  if (refused === 'FEE_RATE') throw new NotYet(`withdrawal ${id}: ${refused}`);
  await giveUp(deps, chain, withdrawal, now);
  return null;
}

/**
 * What it may be made from. The hot wallet and the change lie at the house's first address. What was exported of it must be spent
 * in any case; one input of what others gave up after it was exported, only where that does not stand in its way.
 */
async function sourcesOf(
  { database }: PayoutDeps,
  { chain, withdrawal, open }: Building,
): Promise<[Source, ...Source[]]> {
  const house = chain.ownAddress('house', 0);
  if (withdrawal.network === 'ERC20') {
    const { reserved } = await lookIntoAccount(database, chain, house);
    return [{ kind: 'ACCOUNT', from: house, nonce: reserved.free }];
  }
  const ownerOf = (branch: 'customer' | 'house', index: number) => chain.ownAddress(branch, index);
  const all = await readOutputs(database, ownerOf);
  const from = (required: OwnOutput[], free = all): Source => {
    const taken = new Set(required.map(nameOf));
    return { kind: 'OUTPUTS', outputs: free.filter((one) => !taken.has(nameOf(one))), required, change: house };
  };
  const names = mustSpend(open);
  if (names.length > 0) {
    const required = await readNamedOutputs(database, withdrawal.id, names, ownerOf);
    if (required.length === names.length) return [from(required)];
    throw new NotYet(`withdrawal ${withdrawal.id} waits: another payment spends what was exported of it`);
  }
  const exports = await readGivenUpExports(database);
  const ofExports = new Set(exports.flatMap(({ spends }) => spends));
  const [oldest] = exports.flatMap(({ spends }) => all.find((one) => spends.includes(nameOf(one))) ?? []);
  if (!oldest) return [from([])];
  return [
    from([oldest]),
    from([]),
    from(
      [],
      all.filter((one) => !ofExports.has(nameOf(one))),
    ),
  ];
}

const nameOf = ({ txid, index }: OwnOutput): string => `${txid}:${index}`;

/** From the first source that gives a payment of its own; else what the last one lacks. */
async function buildFirst(
  { database }: PayoutDeps,
  { chain, withdrawal: { id } }: Building,
  order: Omit<PaymentOrder, 'source'>,
  [source, ...others]: readonly [Source, ...Source[]],
): Promise<Unsigned | BuildRefusal> {
  let unsigned = await chain.build({ ...order, source });
  for (const other of others) {
    if (!isRefused(unsigned) && !(await isOfAnother(database, chain, unsigned, id))) return unsigned;
    unsigned = await chain.build({ ...order, source: other });
  }
  if (!isRefused(unsigned) && (await isOfAnother(database, chain, unsigned, id)))
    throw new NotYet(`withdrawal ${id} waits: this very transaction was exported for another one`);
  return unsigned;
}

export async function openedChain(deps: PayoutDeps, network: NetworkName): Promise<ChainAdapter> {
  const chain = await deps.openChain(network);
  if (!('closed' in chain)) return chain;
  const Wait = chain.isStarting ? Waits : NotYet;
  throw new Wait(`${network} is away: ${chain.closed}`);
}

/** Sends the stored bytes; again and again the same ones. */
export async function broadcast(deps: PayoutDeps, id: bigint, now: Date): Promise<void> {
  const { database } = deps;
  const payment = (await readPayments(database, id)).find(({ txid }) => txid !== null);
  if (!payment || payment.txid === null || payment.bytes === null) return;
  // Two people may have returned it since somebody wanted it sent.
  if ((await findWithdrawal(database, id))?.thirdStatus !== 'IN_PAYMENT') return;
  const { txid, bytes, network } = payment;
  const chain = await openedChain(deps, network);
  deps.reach('broadcast:before');
  const result = await chain.broadcast({ txid, bytes });
  deps.reach('broadcast:sent');
  // It may still get there by another way: the bytes stay what they are.
  if (!result.accepted) throw new NotYet(`${network} does not take the payment of withdrawal ${id}: ${result.reason}`);
  await noteBroadcast(database, id, now);
  deps.reach('broadcast:noted');
}
