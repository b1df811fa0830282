import type { Input } from '@lode/contract';

/** What a code of scene WITHDRAW is good for: a payment, or without an amount a new entry of the address book. */
export interface WithdrawCodePurpose extends Pick<Input<'withdrawApply'>, 'coin' | 'network' | 'address'> {
  amount?: string;
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
