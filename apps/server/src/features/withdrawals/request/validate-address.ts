import type { AddressRefusal } from '@lode/chain';
import { isPaidTo } from '../../../platform/chains/address-check.ts';
import { one, type Queryable } from '../../../platform/db/database.ts';
import { query } from '../../../platform/db/query.ts';
import { type NetworkName, networkOf, type WithdrawCoin } from '../domain/coins.ts';
import type { RequestPorts } from '../withdrawal-ports.ts';

export type ValidatedAddress =
  | { valid: true; key: string; address: string }
  | { valid: false; reason: AddressRefusal | 'OWN_ADDRESS' };

export interface Destination {
  coin: WithdrawCoin;
  network: NetworkName;
  /** As typed. */
  address: string;
}

const own = query(
  'withdrawals.own-address',
  'select exists (select from own_address where network = $1 and key = $2) as "isOwn"',
).as<{ isOwn: boolean }>();

/** Form, checksum, network and kind; the product's own deposit addresses are refused, compared by their chain key. */
export async function validateAddress(
  db: Queryable,
  ports: Pick<RequestPorts, 'checkAddress'>,
  { coin, network, address }: Destination,
): Promise<ValidatedAddress> {
  if (networkOf[coin] !== network) return { valid: false, reason: 'NETWORK' };
  const check = await ports.checkAddress(network, address);
  if (!check.valid) return check;
  if (!isPaidTo(network, check.key)) return { valid: false, reason: 'FORMAT' };
  const { isOwn } = await one(db, own, [network, check.key]);
  return isOwn ? { valid: false, reason: 'OWN_ADDRESS' } : check;
}
