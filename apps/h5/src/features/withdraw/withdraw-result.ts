import type { Data } from '@lode/contract';
import { displayFull, parseAmount } from '@lode/money';
import { groupDigits } from '@lode/ui';
import { endsOf } from '../../lib/chain-figures.ts';
import { href } from '../../lib/routes.ts';
import { withdrawMessages as messages } from '../../locales/zh/withdraw.ts';
import { formatWhen } from './when.ts';

/** Content of the success page after a withdrawal was submitted. */
export function withdrawResult(withdrawal: Data<'withdrawApply'>, now: string) {
  const { id, coin, network, address, fee, received, eta } = withdrawal;
  return {
    title: messages.done,
    note: messages.doneNote,
    amount: { value: received, coin },
    rows: [
      { label: messages.address, value: endsOf(address) },
      { label: messages.network, value: network },
      { label: messages.fee, value: `${groupDigits(displayFull(parseAmount(fee, coin), coin))} ${coin}` },
      ...(eta === null ? [] : [{ label: messages.arrival, value: messages.before(formatWhen(eta, now)) }]),
    ],
    next: { label: messages.seeProgress, href: href('withdraw_record_detail', { id }) },
  };
}
