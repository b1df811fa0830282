import { readFileSync } from 'node:fs';
import ipaddr from 'ipaddr.js';
import { ConfigError } from '../config/config-error.ts';
import { isMap, type Mmdb, type MmdbValue, openMmdb } from './mmdb.ts';

/** Where a network is, as far as it is known without asking anyone: a customer's address leaves this process for no service. */
export interface Place {
  /** In Chinese where the source has it; null where it is unknown. */
  city: string | null;
  /** An address of no provider: this machine, a home or an office network. */
  isLocalNetwork: boolean;
}

/** The place of a coarse network as sessions keep it: `203.0.113.0/24` or the first four groups of an IPv6 `/56`. */
export type PlaceOf = (network: string | null) => Place;

const localRanges = new Set(['unspecified', 'loopback', 'private', 'linkLocal', 'uniqueLocal', 'carrierGradeNat']);

/** The built-in source knows local networks and says of every other that it is unknown. */
export const withoutDatabase: PlaceOf = (network) => placeIn(network, null);

/** From a local file in the MaxMind DB format with the records of GeoIP2 City or GeoLite2 City, which the operator gets and renews. */
export function placesFromFile(path: string): PlaceOf {
  try {
    const database = openMmdb(readFileSync(path));
    return (network) => placeIn(network, database);
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new ConfigError(`GEOIP_DATABASE ${path} cannot be read: ${reason}`, { cause: error });
  }
}

function placeIn(network: string | null, database: Mmdb | null): Place {
  const address = network === null ? null : firstAddress(network);
  if (address === null) return { city: null, isLocalNetwork: false };
  if (localRanges.has(address.range())) return { city: null, isLocalNetwork: true };
  return { city: database === null ? null : cityOf(database, address), isLocalNetwork: false };
}

function firstAddress(network: string): ipaddr.IPv4 | ipaddr.IPv6 | null {
  const [base = ''] = network.split('/');
  const whole = base.includes(':') && !base.includes('::') ? `${base}::` : base;
  return ipaddr.isValid(whole) ? ipaddr.process(whole) : null;
}

/** A record that is broken is an unknown city: the list of sessions is shown all the same. */
function cityOf(database: Mmdb, address: ipaddr.IPv4 | ipaddr.IPv6): string | null {
  try {
    const record = database.find(address.toByteArray());
    const subdivisions = member(record, 'subdivisions');
    const places = [member(record, 'city'), Array.isArray(subdivisions) ? subdivisions[0] : undefined];
    return [...places, member(record, 'country')].map(nameOf).find((name) => name !== null) ?? null;
  } catch {
    return null;
  }
}

function nameOf(place: MmdbValue): string | null {
  const names = member(place, 'names');
  const name = member(names, 'zh-CN') ?? member(names, 'en');
  return typeof name === 'string' && name !== '' ? name : null;
}

const member = (value: MmdbValue, key: string): MmdbValue => (isMap(value) ? value[key] : undefined);
