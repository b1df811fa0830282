// Proves that reasons which the server keeps in English are read in Chinese, with nothing left of the English but names and commands.
import { expect, it } from 'vitest';
import { chainReasonText, stopReasonText } from './chain-reasons.ts';
import { missingOf, reasonText } from './day-reasons.ts';

it.each([
  ['2026-03-10 is not over', '2026-03-10 还没有结束'],
  ['it lies before the first close, of 2026-03-01', '这一天早于第一次日结的 2026-03-01'],
  [
    '2 machines run and have no terms on 2026-03-10 (M-1, M-2)',
    '2 台矿机在运行，而 2026-03-10 没有合约条款（M-1, M-2）',
  ],
  [
    'the pool report lacks machines of other coins than BTC that run: 1 (E-1); import:pool-report brings it, after the close only charge:adjust does',
    '矿池报告里缺 1 台在运行的非 BTC 矿机（E-1）：日结前可以导入补上，日结后只能更正',
  ],
  [
    'INTEREST_FUND has 1.000000 USDT, and the interest of 2026-03-10 with 2 owed days before it is 2.000000 USDT: it would be owed, coin-up:fund pays in',
    '利息基金有 1.000000 USDT，2026-03-10 的利息连同之前欠的 2 天是 2.000000 USDT：不够，会记为欠息，请补基金',
  ],
  [
    'INTEREST_FUND has 0.00000000 BTC, and the interest of 2026-03-10 is 0.10000000 BTC: it would be owed, coin-up:fund pays in',
    '利息基金有 0.00000000 BTC，2026-03-10 的利息是 0.10000000 BTC：不够，会记为欠息，请补基金',
  ],
  [
    'it does not tie out: the lines of transfer 7 are not those that were posted',
    '对账不平：转账 7 的分录和当时入账的不一样',
  ],
])('a finding of a close: %s', (kept, said) => {
  expect(reasonText(kept)).toBe(said);
});

it.each([
  ['the network day of DOGE 2026-03-10 is missing: import it first', { kind: 'NETWORK_DAYS', coin: 'DOGE' }],
  ['the price of BTC of 2026-03-10 is missing: import it first', { kind: 'PRICES' }],
  [
    'the pool report lacks machines of other coins than BTC that run: 1 (E-1); import:pool-report brings it, after the close only charge:adjust does',
    { kind: 'POOL_REPORT' },
  ],
  ['2026-03-10 is not over', null],
])('the file that a close waits for: %s', (kept, missing) => {
  expect(missingOf(kept)).toEqual(missing);
});

it.each([
  ['the demo has not started its node yet', '演示的节点还在启动，几分钟后会再比'],
  ['the chain has not been followed yet', '后台还没有开始跟踪这条链，稍后会再比'],
  ['BITCOIN_RPC_URL is not set', '没有配置节点（BITCOIN_RPC_URL）'],
  ['BITCOIN node unavailable (down): ECONNREFUSED', '连不上节点（ECONNREFUSED）'],
  [
    'the extended public key is another one than that of the addresses that are in use',
    '扩展公钥不是发放地址时的那一把',
  ],
  ['a reorganisation deeper than 100 blocks', '链重组超过 100 个区块'],
])('why a chain has no figure: %s', (kept, said) => {
  expect(chainReasonText(kept)).toBe(said);
});

it.each([
  ['no check of the books has ended yet', '还没有查完过一次'],
  ['the books were last checked at 2026-11-20T06:00:00.000Z', '上次查完于 11-20 14:00，太久了'],
  [
    'the check of the books that began at 2026-11-20T06:00:00.000Z failed: timeout',
    '11-20 14:00 开始的检查失败（timeout）',
  ],
  ['the check of the books said nothing of BTC', '检查没有查 BTC'],
])('why the books stop payments: %s', (kept, said) => {
  expect(stopReasonText(kept)).toBe(said);
});
