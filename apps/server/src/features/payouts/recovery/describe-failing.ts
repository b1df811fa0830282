import { formatAmount } from '@lode/money';
import type { Sentence } from '../../../platform/sentence.ts';
import { openPayoutChain } from '../open-payout-chain.ts';
import { leadOf, readBatch } from '../payment.repository.ts';
import type { PayoutDeps, Withdrawal } from '../payout-ports.ts';
import type { FailCommand } from './fail-command.ts';
import { readExportsOf } from './fail-unsigned.ts';
import { asRefusal, othersOf } from './recovery-result.ts';
import * as say from './sentences.zh.ts';
import { describeUnproven } from './unproven-payment.ts';
import { whyNotPayable } from './why-not-payable.ts';

type Asked = Pick<FailCommand, 'id' | 'acceptDoublePayRisk'>;
type Described = { summary: Sentence } | { refused: Sentence };

/** What `failPayment` would do now, or why it would not. The signer is not asked: its answer would end the payment. */
export async function describeFailing(deps: PayoutDeps, asked: Asked): Promise<Described> {
  const withdrawal = await deps.withdrawals.find(deps.database, asked.id);
  if (withdrawal?.phase === 'BROADCAST') return describeBroadcast(deps, asked, withdrawal).catch(asRefusal);
  if (withdrawal?.phase === 'SIGNING') return describeUnsigned(deps, withdrawal).catch(asRefusal);
  return { refused: say.neitherNor(asked.id) };
}

const returning = ({ number, amount, coin, customerId }: Withdrawal): Sentence =>
  say.returning(number, `${formatAmount(amount, coin)} ${coin}`, customerId);

async function describeBroadcast(deps: PayoutDeps, asked: Asked, withdrawal: Withdrawal): Promise<Described> {
  const id = await leadOf(deps.database, asked.id);
  const others = othersOf(asked.id, await readBatch(deps.database, id));
  const found = await whyNotPayable(deps, await openPayoutChain(deps, withdrawal.network), { ...asked, id });
  if ('refused' in found) return found;
  const what = returning(withdrawal);
  if (found.why === 'UNPROVEN') return { summary: describeUnproven(what, found.unproven) };
  if (found.why === 'CONFLICTED') return { summary: say.withOthers(say.spentByOthers(what), others) };
  return { summary: say.withOthers(say.couldBeMined(what, found.newest.txid ?? ''), others) };
}

async function describeUnsigned(deps: PayoutDeps, withdrawal: Withdrawal): Promise<Described> {
  const { id, network } = withdrawal;
  if (!deps.signer.finalise) return { refused: say.noSigner };
  const { sent, alive } = await readExportsOf(deps, await openPayoutChain(deps, network), id);
  if (sent) return { refused: say.paidByExport(id, sent.exported.txid) };
  return { summary: say.onceEnded(returning(withdrawal), alive?.exported.txid ?? null) };
}
