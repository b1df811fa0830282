/**
 * Reads databases in the MaxMind DB format 2.0, as https://maxmind.github.io/MaxMind-DB/ describes it: a binary search tree over
 * the bits of an address, a data section, and metadata at the end. Every offset is checked: a file can be broken.
 */

export class MmdbError extends Error {}

export type MmdbValue =
  | string
  | number
  | bigint
  | boolean
  | Buffer
  | MmdbValue[]
  | { [key: string]: MmdbValue }
  | undefined;

const marker = Buffer.from('\xab\xcd\xefMaxMind.com', 'latin1');
const separatorBytes = 16;
/** The format allows nesting and pointers of pointers; no real record is near it. */
const deepest = 32;

const types = { pointer: 1, text: 2, double: 3, bytes: 4, u16: 5, u32: 6, map: 7, i32: 8, u64: 9, u128: 10 } as const;
const extended = { array: 11, boolean: 14, float: 15 } as const;

export interface Mmdb {
  /** The record of an address of 4 or 16 bytes; undefined where the file has none. */
  readonly find: (address: readonly number[]) => MmdbValue;
}

/** Throws `MmdbError` for a file that is no database of this format. */
export function openMmdb(file: Buffer): Mmdb {
  const end = file.lastIndexOf(marker);
  if (end < 0) throw new MmdbError('no metadata: this is no MaxMind DB file');
  const metadata = guarded(() => decoder(file.subarray(end + marker.length))(0));
  const nodes = whole(metadata, 'node_count');
  const bits = whole(metadata, 'record_size');
  const version = whole(metadata, 'ip_version');
  const major = whole(metadata, 'binary_format_major_version');
  if (major !== 2) throw new MmdbError(`format ${major} is not format 2`);
  if (bits !== 24 && bits !== 28 && bits !== 32) throw new MmdbError(`records of ${bits} bits are unknown`);
  const nodeBytes = bits / 4;
  const dataStart = nodes * nodeBytes + separatorBytes;
  if (dataStart > end) throw new MmdbError('the search tree is cut off');
  const decode = decoder(file.subarray(dataStart, end));

  function child(node: number, bit: number): number {
    const at = node * nodeBytes;
    if (bits === 24) return file.readUIntBE(at + bit * 3, 3);
    if (bits === 32) return file.readUInt32BE(at + bit * 4);
    const middle = file.readUInt8(at + 3);
    const high = bit === 0 ? middle >> 4 : middle & 0x0f;
    return high * 0x1000000 + file.readUIntBE(at + bit * 4, 3);
  }

  return {
    find(address) {
      // IPv4 addresses are the last of the tree's ::/96.
      const bytes =
        version === 6 && address.length === 4 ? [...Array.from({ length: 12 }, () => 0), ...address] : address;
      if (version === 4 && bytes.length !== 4) return undefined;
      return guarded(() => {
        let node = 0;
        for (let i = 0; i < bytes.length * 8 && node < nodes; i++) {
          node = child(node, ((bytes[i >> 3] ?? 0) >> (7 - (i & 7))) & 1);
        }
        return node <= nodes ? undefined : decode(node - nodes - separatorBytes);
      });
    },
  };
}

/** Offsets beyond the file end as a `RangeError` of the buffer. */
function guarded<Value>(read: () => Value): Value {
  try {
    return read();
  } catch (error) {
    if (error instanceof RangeError) throw new MmdbError('the file is cut off', { cause: error });
    throw error;
  }
}

function whole(metadata: MmdbValue, name: string): number {
  const value = isMap(metadata) ? metadata[name] : undefined;
  if (typeof value !== 'number') throw new MmdbError(`the metadata has no ${name}`);
  return value;
}

export function isMap(value: MmdbValue): value is { [key: string]: MmdbValue } {
  return typeof value === 'object' && !Array.isArray(value) && !Buffer.isBuffer(value);
}

/** Decodes values of one section; pointers count from its beginning. */
function decoder(section: Buffer): (offset: number) => MmdbValue {
  let at = 0;

  const take = (bytes: number): Buffer => {
    if (at + bytes > section.length) throw new RangeError(`${bytes} bytes at ${at}`);
    at += bytes;
    return section.subarray(at - bytes, at);
  };
  const takeWhole = (bytes: number): number => (bytes === 0 ? 0 : take(bytes).readUIntBE(0, bytes));

  function takeSize(control: number): number {
    const size = control & 0x1f;
    if (size < 29) return size;
    if (size === 29) return 29 + takeWhole(1);
    return size === 30 ? 285 + takeWhole(2) : 65_821 + takeWhole(3);
  }

  function takePointer(control: number): number {
    const size = (control >> 3) & 3;
    const high = control & 7;
    if (size === 0) return high * 0x100 + takeWhole(1);
    if (size === 1) return 2048 + high * 0x10000 + takeWhole(2);
    return size === 2 ? 526_336 + high * 0x1000000 + takeWhole(3) : takeWhole(4);
  }

  function next(depth: number): MmdbValue {
    if (depth > deepest) throw new MmdbError('values are nested too deeply');
    const control = takeWhole(1);
    const type = control >> 5;
    if (type === types.pointer) {
      const target = takePointer(control);
      const after = at;
      at = target;
      const value = next(depth + 1);
      at = after;
      return value;
    }
    const kind = type === 0 ? takeWhole(1) + 7 : type;
    const size = takeSize(control);
    switch (kind) {
      case types.text:
        return take(size).toString('utf8');
      case types.bytes:
        return Buffer.from(take(size));
      case types.double:
        return take(8).readDoubleBE(0);
      case extended.float:
        return take(4).readFloatBE(0);
      case types.u16:
      case types.u32:
        return takeWhole(size);
      case types.i32:
        return takeWhole(size) | 0;
      case types.u64:
      case types.u128:
        return size === 0 ? 0n : BigInt(`0x${take(size).toString('hex')}`);
      case extended.boolean:
        return size !== 0;
      case types.map: {
        const map: { [key: string]: MmdbValue } = Object.create(null);
        for (let i = 0; i < size; i++) {
          const key = next(depth + 1);
          if (typeof key !== 'string') throw new MmdbError('the key of a map is no text');
          map[key] = next(depth + 1);
        }
        return map;
      }
      case extended.array: {
        const list: MmdbValue[] = [];
        for (let i = 0; i < size; i++) list.push(next(depth + 1));
        return list;
      }
      default:
        throw new MmdbError(`type ${kind} is unknown`);
    }
  }

  return (offset) => {
    at = offset;
    return next(0);
  };
}
