import type { AddressCheck, AddressRefusal } from '@lode/chain';
import { isPaidTo } from '../../../platform/chains/address-check.ts';
import { inOrder } from '../../../platform/db/asked-rows.ts';
import { many, type Queryable } from '../../../platform/db/database.ts';
import { query } from '../../../platform/db/query.ts';
import { type NetworkName, networkOf, type WithdrawCoin } from '../domain/coins.ts';
import type { RequestPorts } from '../withdrawal-ports.ts';

interface Misfit {
  valid: false;
  reason: AddressRefusal | 'OWN_ADDRESS';
}

export type ValidatedAddress = { valid: true; key: string; address: string } | Misfit;

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
  'withdrawals.own-addresses',
  `select place::int as place, exists (select from own_address where network = asked.network and key = asked.key) as "isOwn"
   from unnest((select $1::text[]), (select $2::text[])) with ordinality asked (network, key, place)`,
).as<{ place: number; isOwn: boolean }>();

/** Form, checksum and network. May wait for a node or the signer: never inside a transaction. */
export async function checkDestination(
  { checkAddress }: Pick<RequestPorts, 'checkAddress'>,
  { coin, network, address }: Destination,
): Promise<CheckedDestination> {
  const check: AddressCheck =
    networkOf[coin] === network ? await checkAddress(network, address) : { valid: false, reason: 'NETWORK' };
  return { coin, network, address, check };
}

/** Adds the kind of the address to its check. Whether the address is the product's own is `areOwnAddresses`. */
export function checkForm({ network, check }: CheckedDestination): Extract<ValidatedAddress, { valid: true }> | Misfit {
  if (!check.valid) return check;
  return isPaidTo(network, check.key) ? check : { valid: false, reason: 'FORMAT' };
}

/** Of each, compared by its chain key, whether it is one of the product's own addresses. */
export async function areOwnAddresses(
  db: Queryable,
  addresses: readonly { network: NetworkName; addressKey: string }[],
): Promise<boolean[]> {
  const values = [addresses.map(({ network }) => network), addresses.map(({ addressKey }) => addressKey)];
  return inOrder(addresses.length, await many(db, own, values)).map(({ isOwn }) => isOwn);
}

/** Form, and that it is none of the product's own. */
export async function validateAddress(db: Queryable, destination: CheckedDestination): Promise<ValidatedAddress> {
  const checked = checkForm(destination);
  if (!checked.valid) return checked;
  const [isOwn] = await areOwnAddresses(db, [{ network: destination.network, addressKey: checked.key }]);
  return isOwn ? { valid: false, reason: 'OWN_ADDRESS' } : checked;
}
