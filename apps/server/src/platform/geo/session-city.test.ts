// Proves the reader against files that are written here by the format's own description, in each record size, and that a broken
// file is refused or says nothing.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { ConfigError } from '../config/config-error.ts';
import { openMmdb } from './mmdb.ts';
import { placesFromFile, withoutDatabase } from './session-city.ts';

type Value = string | number | Value[] | { [key: string]: Value } | { pointer: number };

const isPointer = (value: Value): value is { pointer: number } => typeof value === 'object' && 'pointer' in value;

function encode(value: Value): Buffer {
  const head = (type: number, size: number) => {
    const sizes = size < 29 ? [size] : size < 285 ? [29, size - 29] : [30, (size - 285) >> 8, (size - 285) & 255];
    const [first = 0, ...rest] = sizes;
    return type > 7 ? Buffer.from([first, type - 7, ...rest]) : Buffer.from([(type << 5) | first, ...rest]);
  };
  if (typeof value === 'string') return Buffer.concat([head(2, Buffer.byteLength(value)), Buffer.from(value)]);
  if (typeof value === 'number') {
    const bytes = Buffer.alloc(4);
    bytes.writeUInt32BE(value);
    return Buffer.concat([head(6, 4), bytes]);
  }
  if (Array.isArray(value)) return Buffer.concat([head(11, value.length), ...value.map(encode)]);
  if (isPointer(value)) return Buffer.from([(1 << 5) | (value.pointer >> 8), value.pointer & 255]);
  const entries = Object.entries(value);
  return Buffer.concat([head(7, entries.length), ...entries.flat().map(encode)]);
}

interface Entry {
  /** Bits of the network, from the first. */
  prefix: string;
  at: number;
}

/** A whole file: the tree of the entries, their data, the metadata. */
function mmdb(recordSize: 24 | 28 | 32, ipVersion: 4 | 6, entries: Entry[], data: Buffer): Buffer {
  const nodes: [number | Entry | null, number | Entry | null][] = [[null, null]];
  for (const entry of entries) {
    let node = 0;
    for (const [i, bit] of Array.from(entry.prefix, Number).entries()) {
      const pair = nodes[node] as [number | Entry | null, number | Entry | null];
      if (i === entry.prefix.length - 1) pair[bit as 0 | 1] = entry;
      else {
        if (typeof pair[bit as 0 | 1] !== 'number') pair[bit as 0 | 1] = nodes.push([null, null]) - 1;
        node = pair[bit as 0 | 1] as number;
      }
    }
  }
  const valueOf = (child: number | Entry | null) =>
    child === null ? nodes.length : typeof child === 'number' ? child : nodes.length + 16 + child.at;
  const tree = nodes.map(([left, right]) => {
    const [a, b] = [valueOf(left), valueOf(right)];
    const node = Buffer.alloc(recordSize / 4);
    if (recordSize === 24) {
      node.writeUIntBE(a, 0, 3);
      node.writeUIntBE(b, 3, 3);
    } else if (recordSize === 32) {
      node.writeUInt32BE(a, 0);
      node.writeUInt32BE(b, 4);
    } else {
      node.writeUIntBE(a & 0xffffff, 0, 3);
      node[3] = ((a >> 24) << 4) | (b >> 24);
      node.writeUIntBE(b & 0xffffff, 4, 3);
    }
    return node;
  });
  const metadata = encode({
    node_count: nodes.length,
    record_size: recordSize,
    ip_version: ipVersion,
    binary_format_major_version: 2,
  });
  const marker = Buffer.from('\xab\xcd\xefMaxMind.com', 'latin1');
  return Buffer.concat([...tree, Buffer.alloc(16), data, marker, metadata]);
}

const bitsOf = (bytes: number[]) => bytes.map((byte) => byte.toString(2).padStart(8, '0')).join('');
const folder = mkdtempSync(join(tmpdir(), 'geo-'));
afterAll(() => rmSync(folder, { recursive: true }));
let files = 0;
function inFile(content: Buffer): string {
  const path = join(folder, `${++files}.mmdb`);
  writeFileSync(path, content);
  return path;
}

const chengdu = encode({ city: { names: { en: 'Chengdu', 'zh-CN': '成都' } } });
const sichuan = encode({ subdivisions: [{ names: { en: 'Sichuan', 'zh-CN': '四川' } }] });
/** Its country's names stand in the first record: a pointer leads there. */
const pointing = encode({ country: { names: { en: 'X'.repeat(300) } }, city: { pointer: 0 } });
const data = Buffer.concat([encode({ names: { en: 'Leshan' } }), chengdu, sichuan, pointing]);
const at = encode({ names: { en: 'Leshan' } }).length;
const entriesOf = (before: string): Entry[] => [
  { prefix: before + bitsOf([203, 0, 113]), at },
  { prefix: before + bitsOf([198, 51]), at: at + chengdu.length },
  { prefix: before + bitsOf([192, 0, 2]), at: at + chengdu.length + sichuan.length },
];

describe('a city database', () => {
  it.each([24, 28, 32] as const)(
    'is read with records of %d bits: city, else region; Chinese, else English',
    (size) => {
      for (const place of [
        placesFromFile(inFile(mmdb(size, 4, entriesOf(''), data))),
        placesFromFile(inFile(mmdb(size, 6, entriesOf('0'.repeat(96)), data))),
      ]) {
        expect(place('203.0.113.0/24')).toEqual({ city: '成都', isLocalNetwork: false });
        expect(place('198.51.7.0/24').city).toBe('四川');
        expect(place('192.0.2.0/24').city).toBe('Leshan');
        expect(place('203.0.114.0/24').city).toBeNull();
      }
    },
  );

  it('knows a network of IPv6 by its first groups', () => {
    const prefix = bitsOf([0x24, 0x0e, 0x03, 0x60, 0x12]);
    const place = placesFromFile(inFile(mmdb(28, 6, [{ prefix, at }], data)));
    expect(place('240e:360:1234:5600/56').city).toBe('成都');
    expect(place('240e:361:1234:5600/56').city).toBeNull();
  });

  it('is refused when it is none, and says nothing where it is broken', () => {
    expect(() => placesFromFile(join(folder, 'missing'))).toThrow(ConfigError);
    expect(() => placesFromFile(inFile(Buffer.from('no database')))).toThrow('no MaxMind DB file');
    const whole = mmdb(24, 4, entriesOf(''), data);
    expect(() => openMmdb(whole.subarray(whole.length - 120))).toThrow('cut off');
    // A record behind the data, and a pointer to itself.
    const beyond = mmdb(24, 4, [{ prefix: bitsOf([203]), at: 60_000 }], data);
    expect(placesFromFile(inFile(beyond))('203.0.113.0/24').city).toBeNull();
    const loop = mmdb(24, 4, [{ prefix: bitsOf([203]), at: 0 }], encode({ pointer: 0 }));
    expect(placesFromFile(inFile(loop))('203.0.113.0/24').city).toBeNull();
  });
});

describe('without a database', () => {
  it('local networks are known as such, and every other is unknown', () => {
    for (const network of ['127.0.0.0/24', '10.1.2.0/24', '192.168.1.0/24', 'fd00:0:0:0/56'])
      expect(withoutDatabase(network), network).toEqual({ city: null, isLocalNetwork: true });
    for (const network of ['203.0.114.0/24', '240e:360:1234:5600/56', null, 'nonsense'])
      expect(withoutDatabase(network), String(network)).toEqual({ city: null, isLocalNetwork: false });
  });
});
