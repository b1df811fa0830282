import type { ImportKind } from './imports.ts';

type Translation = readonly [pattern: RegExp, text: (...parts: string[]) => string];

/** What the close says of itself is written for the log, in English. */
const reasons: readonly Translation[] = [
  [
    /^the network day of (\w+) ([\d-]+) is missing: import it first$/,
    (coin, date) => `缺 ${coin} ${date} 的网络日，请先导入`,
  ],
  [
    /^the price of (\w+) of ([\d-]+) is missing: import it first$/,
    (coin, date) => `缺 ${coin} ${date} 的价格，请先导入`,
  ],
  [/^the price of (.+) is missing: import it first$/, (what) => `缺 ${what} 的价格，请先导入`],
  [/^machine (\S+) has no electricity price on ([\d-]+)$/, (machine, date) => `矿机 ${machine} 在 ${date} 没有电价`],
  [/^days close in order: ([\d-]+) comes next$/, (date) => `日结按顺序进行，下一天是 ${date}`],
  [
    /^the close of ([\d-]+) has begun and is not finished: it comes first$/,
    (date) => `${date} 已开始而没有结完，它在先`,
  ],
  [/^it lies before the first close, of ([\d-]+)$/, (date) => `这一天早于第一次日结的 ${date}`],
  [/^([\d-]+) is not over$/, (date) => `${date} 还没有结束`],
  [/^(?:mining|coin-up) ([\d-]+) is closed$/, (date) => `${date} 已经日结`],
  [
    /^the pool report lacks machines of other coins than BTC that run: (\d+) \((.*)\); import:pool-report brings it, after the close only charge:adjust does$/,
    (count, named) => `矿池报告里缺 ${count} 台在运行的非 BTC 矿机（${named}）：日结前可以导入补上，日结后只能更正`,
  ],
  [
    /^(\d+) machines run and have no terms on ([\d-]+) \((.*)\)$/,
    (count, date, named) => `${count} 台矿机在运行，而 ${date} 没有合约条款（${named}）`,
  ],
  [
    /^the imported network day of ([\d-]+) has one epoch, and the difficulty changed from (\S+) to (\S+): check whether the retarget lies within the day$/,
    (date, before, after) =>
      `导入的 ${date} 网络日只有一个难度周期，难度却从 ${before} 变为 ${after}：请核对调整是否在这一天之内`,
  ],
  [
    /^INTEREST_FUND has (\S+ \w+), and the interest of ([\d-]+)(?: with (\d+) owed days before it)? is (\S+ \w+): it would be owed, coin-up:fund pays in$/,
    (has, date, owed, needed) =>
      `利息基金有 ${has}，${date} 的利息${owed === undefined ? '' : `连同之前欠的 ${owed} 天`}是 ${needed}：不够，会记为欠息，请补基金`,
  ],
  [/^savings have earned since ([\d-]+): that day comes first$/, (date) => `活期从 ${date} 起已有计息：先结那一天`],
  [/^a request of the day is still being carried out: try again$/, () => '这一天还有申请正在执行，请稍后再试'],
];

const differences: readonly Translation[] = [
  [
    /^the lines of transfer (\d+) are not those that were posted$/,
    (transfer) => `转账 ${transfer} 的分录和当时入账的不一样`,
  ],
  [
    /^promotional credit of customer (\d+) after the charges: (.*)$/,
    (customer, found) => `客户 ${customer} 的赠送电费在扣费之后不对（${found}）`,
  ],
];

const translate = (known: readonly Translation[], reason: string): string | null => {
  for (const [pattern, text] of known) {
    const found = pattern.exec(reason);
    if (found) return text(...found.slice(1));
  }
  return null;
};

/** What a reason waits for, and a file brings in; null: no file does. */
export function missingOf(reason: string): { kind: ImportKind; coin?: string } | null {
  const [, coin] = /^the network day of (\w+) \S+ is missing: /.exec(reason) ?? [];
  if (coin !== undefined) return { kind: 'NETWORK_DAYS', coin };
  if (/^the price of .+ is missing: /.test(reason)) return { kind: 'PRICES' };
  return reason.startsWith('the pool report lacks ') ? { kind: 'POOL_REPORT' } : null;
}

const tieOut = 'it does not tie out: ';

/** Why a day did not close, or what a check found; the row that does not tie out stays as the log names it where it has no words here. */
export function reasonText(reason: string): string {
  if (!reason.startsWith(tieOut)) return translate(reasons, reason) ?? reason;
  const difference = reason.slice(tieOut.length);
  return `对账不平：${translate(differences, difference) ?? difference}`;
}
