// The parts of `npm run scale-out` without a process: what it compares, and the files that it writes. The run itself is not in CI.
import { describe, expect, it } from 'vitest';
import { type Acknowledged, compare, type Held, transferKey } from './acknowledged.ts';
import { etcdArguments, patroniFile, proxyFile } from './settings.ts';

const acknowledged: Acknowledged[] = [
  { customerId: '10001', requestId: 'call-0', orderId: '1', amount: 100_000n },
  { customerId: '10001', requestId: 'call-1', orderId: '2', amount: 100_100n },
  { customerId: '10002', requestId: 'call-0', orderId: '3', amount: 100_000n },
];
const held: Held = {
  requests: acknowledged.map(({ customerId, requestId, orderId }) => ({ customerId, requestId, orderId })),
  orders: acknowledged.map(({ orderId, customerId, amount }) => ({ id: orderId, customerId, amount })),
  transferKeys: acknowledged.map(({ customerId, requestId }) => transferKey(customerId, requestId)),
  savings: new Map([
    ['10001', 200_100n],
    ['10002', 100_000n],
  ]),
};

describe('what was acknowledged, compared with what is there', () => {
  it('finds nothing where everything is there once, also what was not acknowledged yet', () => {
    expect(compare(acknowledged, held)).toEqual([]);
    expect(compare(acknowledged.slice(1), held)).toEqual([]);
  });

  it('names a write that is lost with everything that belongs to it', () => {
    const lost: Held = {
      requests: held.requests.slice(0, 2),
      orders: held.orders.slice(0, 2),
      transferKeys: held.transferKeys.slice(0, 2),
      savings: new Map([['10001', 200_100n]]),
    };
    expect(compare(acknowledged, lost)).toEqual([
      '10002 call-0: acknowledged, and its answer is lost',
      '10002 call-0: acknowledged order 3 is lost or another one',
      '10002 call-0: 0 transfers',
    ]);
  });

  it.each<[string, Partial<Held>, string]>([
    [
      'a transfer that is there twice',
      { transferKeys: [...held.transferKeys, transferKey('10002', 'call-0')] },
      '2 transfers',
    ],
    [
      'an answer that was replaced',
      { requests: [...held.requests.slice(0, 2), { customerId: '10002', requestId: 'call-0', orderId: '4' }] },
      'kept as 4',
    ],
    [
      'an order without a request',
      { orders: [...held.orders, { id: '4', customerId: '10002', amount: 1n }] },
      'order 4: no request',
    ],
    ['another amount in savings', { savings: new Map([['10001', 200_101n]]) }, 'savings 200101, orders 200100'],
  ])('names %s', (_what, wrong, words) => {
    expect(compare(acknowledged, { ...held, ...wrong }).join('\n')).toContain(words);
  });
});

const nodes = [
  { name: 'node1', postgres: 5001, rest: 5002 },
  { name: 'node2', postgres: 5003, rest: 5004 },
];
const failover = { ttl: 3, loopWait: 1, retryTimeout: 2, isSynchronous: true };
const [node = { name: '', postgres: 0, rest: 0 }] = nodes;
const input = {
  node,
  folder: '/there',
  binaries: '/programs',
  etcd: 5000,
  secrets: { superuser: 'a', replicator: 'b', rewind: 'c' },
  failover,
};

describe('the files of the set-up', () => {
  it('lets a standby in by password alone, and keeps a primary by its key in etcd', () => {
    const file = JSON.parse(patroniFile(input));
    expect(file.bootstrap.dcs).toMatchObject({ ttl: 3, loop_wait: 1, retry_timeout: 2, synchronous_mode: true });
    expect(file.etcd3.hosts).toEqual(['127.0.0.1:5000']);
    expect(file.postgresql.authentication.replication).toEqual({ username: 'replicator', password: 'b' });
    expect(file.postgresql.pg_hba.filter((line: string) => line.includes('trust'))).toEqual([]);
  });

  it('refuses times in which no standby can be promoted', () => {
    expect(() => patroniFile({ ...input, failover: { ...failover, retryTimeout: 1 } })).toThrow('retry_timeout 1');
    expect(() => patroniFile({ ...input, failover: { ...failover, ttl: 2 } })).toThrow('more than ttl 2');
  });

  it('leads to the primary by its health check, to every server, and repeats no request', () => {
    const text = proxyFile({ nodes, database: 6000, servers: [7001, 7002, 7003], http: 8000 });
    expect(text).toContain('option httpchk OPTIONS /primary');
    expect(text).toContain('server node2 127.0.0.1:5003 check port 5004');
    expect(text.match(/server public\d 127\.0\.0\.1:700\d check/g)).toHaveLength(3);
    expect(text).not.toMatch(/retry-on|redispatch/);
    expect(text.match(/retries 0/g)).toHaveLength(2);
  });

  it('gives etcd one member on this machine', () => {
    expect(etcdArguments({ folder: '/e', client: 1, peer: 2 })).toContain('etcd1=http://127.0.0.1:2');
  });
});
