import { formatAmount } from '@lode/money';
import type { Sentence } from '../../../platform/sentence.ts';
import { openPayoutChain } from '../open-payout-chain.ts';
import { leadOf, readBatch } from '../payment.repository.ts';
import type { PayoutDeps, Withdrawal } from '../payout-ports.ts';
import { provenStatus, refuseSeenAtSecond } from '../second-node/second-node.ts';
import { sentExport } from './exported-payment.repository.ts';
import { isExportConflicted, stateOfExports } from './exported-payment.ts';
import {
  type FailCommand,
  findSentExport,
  neitherNor,
  noSigner,
  othersOf,
  paidByExport,
  refusedIfDown,
} from './fail-payment.ts';
import * as say from './sentences.zh.ts';
import { describeUnproven } from './unproven-payment.ts';
import { whyNotPayable } from './why-not-payable.ts';

type Asked = Pick<FailCommand, 'id' | 'acceptDoublePayRisk'>;
type Described = { summary: Sentence } | { refused: Sentence };

/** What `failPayment` would do now, or why it would not. The signer is not asked: its answer would end the payment. */
export async function describeFailing(deps: PayoutDeps, asked: Asked): Promise<Described> {
  const withdrawal = await deps.withdrawals.find(deps.database, asked.id);
  if (withdrawal?.phase === 'BROADCAST') return describeBroadcast(deps, asked, withdrawal).catch(refusedIfDown);
  if (withdrawal?.phase === 'SIGNING') return describeUnsigned(deps, withdrawal).catch(refusedIfDown);
  return neitherNor(asked.id);
}

const returning = ({ number, amount, coin, customerId }: Withdrawal): Sentence =>
  say.returning(number, `${formatAmount(amount, coin)} ${coin}`, customerId);

async function describeBroadcast(deps: PayoutDeps, asked: Asked, withdrawal: Withdrawal): Promise<Described> {
  const id = await leadOf(deps.database, asked.id);
  const others = othersOf(asked.id, await readBatch(deps.database, id));
  const found = await whyNotPayable(deps, await openPayoutChain(deps, withdrawal.network), { ...asked, id });
  if ('refused' in found) return found;
  const what = returning(withdrawal);
  if (found.why === 'UNPROVEN') return { summary: say.withOthers(describeUnproven(what, found.unproven), others) };
  if (found.why === 'CONFLICTED') return { summary: say.withOthers(say.spentByOthers(what), others) };
  return { summary: say.withOthers(say.couldBeMined(what, found.newest.txid ?? ''), others) };
}

async function describeUnsigned(deps: PayoutDeps, withdrawal: Withdrawal): Promise<Described> {
  const { database, signer, chains } = deps;
  const { id, network } = withdrawal;
  if (!signer.finalise) return noSigner;
  const chain = await openPayoutChain(deps, network);
  const exports = await stateOfExports(database, id, (sent) => provenStatus(deps, chain, sent));
  const sent = findSentExport(exports);
  if (sent) return paidByExport(id, sent);
  await refuseSeenAtSecond(
    deps,
    chain,
    exports.map(({ exported }) => sentExport(exported)),
  );
  const alive = exports.find((state) => !isExportConflicted(state, chains.confirmations(network)));
  return { summary: say.onceEnded(returning(withdrawal), alive?.exported.txid ?? null) };
}
