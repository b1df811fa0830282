import type { Data } from '@lode/contract';
import { displayAmount, parseAmount } from '@lode/money';
import { groupDigits } from '@lode/ui';
import { endsOf } from '../../lib/chain-figures.ts';
import { href } from '../../lib/routes.ts';
import { withdrawWords as words } from '../../locales/zh/withdraw.ts';
import { whenOf } from './when.ts';

/** Content of the success page after a withdrawal was submitted. */
export function withdrawResult(withdrawal: Data<'withdrawApply'>, now: string) {
  const { id, coin, network, address, fee, received, eta } = withdrawal;
  return {
    title: words.done,
    note: words.doneNote,
    amount: { value: received, coin },
    rows: [
      { label: words.address, value: endsOf(address) },
      { label: words.network, value: network },
      { label: words.fee, value: `${groupDigits(displayAmount(parseAmount(fee, coin), coin))} ${coin}` },
      ...(eta === null ? [] : [{ label: words.arrival, value: words.before(whenOf(eta, now)) }]),
    ],
    next: { label: words.seeProgress, href: href('withdraw_record_detail', { id }) },
  };
}
