import type { Network, OwnAddress } from '@lode/chain';
import { type DbTx, many, statement } from '../../platform/db/database.ts';

interface HouseAddress {
  number: number;
  address: string;
  key: string;
}

const read = statement<HouseAddress>(
  'deposits.house-addresses',
  'select number, address, key from house_address where network = $1 order by number',
);

/** The house's addresses in use: hot wallet, change. */
export function readHouseAddresses(dbTx: DbTx, network: Network): Promise<HouseAddress[]> {
  return many(dbTx, read, [network]);
}

const keep = statement(
  'deposits.keep-house-address',
  'insert into house_address (network, number, address, key) values ($1, $2, $3, $4) on conflict do nothing',
);

export async function keepHouseAddress(dbTx: DbTx, network: Network, house: OwnAddress): Promise<void> {
  await many(dbTx, keep, [network, house.index, house.address, house.key]);
}
