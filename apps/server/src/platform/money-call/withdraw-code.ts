import type { Input } from '@lode/contract';
import { badInput, type Refusal } from '../http/refusal.ts';

/** What a code of scene WITHDRAW is good for: a payment, or without an amount a new entry of the address book. */
export interface WithdrawCodePurpose extends Pick<Input<'withdrawApply'>, 'coin' | 'network' | 'address'> {
  amount?: string;
}

/** The text stands in a message: no more than letters and digits, as every address is. */
const addressForm = /^[0-9A-Za-z]{14,128}$/;

/** As it was typed for a one-time code or a passkey. */
export function readWithdrawCodePurpose({
  coin,
  network,
  address = '',
  amount,
}: Partial<WithdrawCodePurpose>): WithdrawCodePurpose | Refusal {
  if (coin === undefined) return badInput('coin');
  if (network === undefined) return badInput('network');
  if (!addressForm.test(address.trim())) return badInput('address');
  return { coin, network, address: address.trim(), ...(amount !== undefined && { amount: plainAmount(amount) }) };
}

/** The purpose as one text, equal for equal payments: `BTC BITCOIN bc1q… 0.1`. */
export function withdrawCodeSubject({ coin, network, address, amount }: WithdrawCodePurpose): string {
  const parts = [coin, network, address.trim(), ...(amount === undefined ? [] : [plainAmount(amount)])];
  return parts.join(' ');
}

/** Without zeros at its end: `0.10` is `0.1`. */
export function plainAmount(amount: string): string {
  return amount.includes('.') ? amount.replace(/\.?0+$/, '') : amount;
}
