import type { AddressCheck, AddressRefusal } from '@lode/chain';
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

/** A destination with what its network's node says of it: asked before a transaction, which waits for no node. */
export interface CheckedDestination extends Destination {
  check: AddressCheck;
}

const own = query(
  'withdrawals.own-address',
  'select exists (select from own_address where network = $1 and key = $2) as "isOwn"',
).as<{ isOwn: boolean }>();

/** Form, checksum and network. May wait for a node or the signer: never inside a transaction. */
export async function checkDestination(
  { checkAddress }: Pick<RequestPorts, 'checkAddress'>,
  { coin, network, address }: Destination,
): Promise<CheckedDestination> {
  const check: AddressCheck =
    networkOf[coin] === network ? await checkAddress(network, address) : { valid: false, reason: 'NETWORK' };
  return { coin, network, address, check };
}

/** Adds the kind of the address to its check; the product's own deposit addresses are refused, compared by their chain key. */
export async function validateAddress(
  db: Queryable,
  { network, check }: CheckedDestination,
): Promise<ValidatedAddress> {
  if (!check.valid) return check;
  if (!isPaidTo(network, check.key)) return { valid: false, reason: 'FORMAT' };
  const { isOwn } = await one(db, own, [network, check.key]);
  return isOwn ? { valid: false, reason: 'OWN_ADDRESS' } : check;
}
