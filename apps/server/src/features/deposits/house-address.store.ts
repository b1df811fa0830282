import type { Network, OwnAddress } from '@lode/chain';
import { execute, many, type Queryable } from '../../platform/db/database.ts';
import { query } from '../../platform/db/query.ts';

interface HouseAddress {
  number: number;
  address: string;
  key: string;
}

const read = query(
  'deposits.house-addresses',
  'select number, address, key from house_address where network = $1 order by number',
).as<HouseAddress>();

/** The house's addresses in use: hot wallet, change. */
export function readHouseAddresses(db: Queryable, network: Network): Promise<HouseAddress[]> {
  return many(db, read, [network]);
}

const keep = query(
  'deposits.keep-house-address',
  'insert into house_address (network, number, address, key) values ($1, $2, $3, $4) on conflict do nothing',
);

export async function keepHouseAddress(db: Queryable, network: Network, house: OwnAddress): Promise<void> {
  await execute(db, keep, [network, house.index, house.address, house.key]);
}
