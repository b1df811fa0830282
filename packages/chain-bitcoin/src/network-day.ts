import { formatShortest } from '@lode/money';
import type { BitcoinNode, Header } from './bitcoin-node.ts';
import { unavailable } from './json-rpc.ts';

/** Blocks of one mining date (00:00 to 24:00 UTC). Sums in satoshi. */
export interface BitcoinNetworkDay {
  coin: 'BTC';
  date: string;
  blocks: number;
  subsidySum: bigint;
  feeSum: bigint;
  firstHeight: number;
  firstHash: string;
  lastHeight: number;
  lastHash: string;
  /** In order; the seconds add up to 86,400. */
  epochs: { difficulty: string; seconds: number }[];
  source: 'node';
}

const secondsOfDay = 86_400;
/** After so many consecutive blocks older than the date by two hours, no earlier block belongs to it. */
const olderInARow = 24;
/** A node accepts a block that is at most this far ahead of the clock. */
const aheadOfClock = 7_200;
const difficultyScale = 8;

/**
 * Reads a mining date from the node. A block belongs to the date of its own time; block times are not monotonic, so heights only
 * bound the search.
 *
 * Null while a block could still come into the day: the median time of the last eleven blocks must have passed its end (the next
 * block has to be later than that), and `confirmations` blocks must lie on the day's last one. Null, too, for a day without a block.
 */
export async function networkDayFromNode(
  node: BitcoinNode,
  date: string,
  confirmations = 6,
): Promise<BitcoinNetworkDay | null> {
  const start = Date.parse(`${date}T00:00:00Z`) / 1_000;
  if (!/^\d{4}-\d{2}-\d{2}$/.test(date) || !Number.isInteger(start))
    throw new TypeError(`expected a date YYYY-MM-DD, got ${date}`);
  const end = start + secondsOfDay;
  const tip = await node.tip();
  if (tip.medianTime < end) return null;

  const above = await firstPast(node, end, tip.height);
  const near = await headersBelow(node, above, start);
  const inDay = near.filter(({ time }) => time >= start && time < end);
  const [first] = inDay;
  const last = inDay.at(-1);
  if (!first || !last || tip.height - last.height < confirmations) return null;
  const after = near.find(({ height }) => height === last.height + 1) ?? (await headerAt(node, last.height + 1));

  let subsidySum = 0n;
  let feeSum = 0n;
  for (const { hash } of inDay) {
    const { subsidy, fees } = await node.blockSums(hash);
    subsidySum += subsidy;
    feeSum += fees;
  }
  const stillLast = await node.header(last.hash);
  if (!stillLast?.isOnBestChain) return null;
  return {
    coin: 'BTC',
    date,
    blocks: inDay.length,
    subsidySum,
    feeSum,
    firstHeight: first.height,
    firstHash: first.hash,
    lastHeight: last.height,
    lastHash: last.hash,
    epochs: dayEpochs([...near.filter(({ height }) => height >= first.height && height <= last.height), after], start),
    source: 'node',
  };
}

/** Height of the first block whose median time is at or past `end`: no block above it can be of an earlier time. */
async function firstPast(node: BitcoinNode, end: number, tipHeight: number): Promise<number> {
  let low = 0;
  let high = tipHeight;
  while (low < high) {
    const middle = Math.floor((low + high) / 2);
    const { medianTime } = await headerAt(node, middle);
    if (medianTime >= end) high = middle;
    else low = middle + 1;
  }
  return low;
}

/** Headers from below the day up to `highest`, ascending. */
async function headersBelow(node: BitcoinNode, highest: number, start: number): Promise<Header[]> {
  const headers: Header[] = [];
  let older = 0;
  for (let height = highest; height >= 0 && older < olderInARow; height -= 1) {
    const header = await headerAt(node, height);
    const above = headers.at(-1);
    if (above && above.parentHash !== header.hash)
      throw unavailable('malformed', new Error('the chain changed while it was read'));
    headers.push(header);
    older = header.time < start - aheadOfClock ? older + 1 : 0;
  }
  return headers.toReversed();
}

async function headerAt(node: BitcoinNode, height: number): Promise<Header> {
  const hash = await node.hashAt(height);
  const header = hash === null ? null : await node.header(hash);
  if (!header || header.height !== height) throw unavailable('malformed', new Error(`no block at ${height}`));
  return header;
}

/**
 * The difficulties of a day with their seconds. Miners work at a new difficulty from the moment when the last block of the old
 * one is found; a boundary outside the day counts for the day's edge.
 */
function dayEpochs(headers: readonly Header[], start: number): BitcoinNetworkDay['epochs'] {
  const epochs: { difficulty: string; from: number }[] = [];
  for (const [at, { bits, difficulty }] of headers.entries()) {
    const before = headers[at - 1];
    if (before && before.bits === bits) continue;
    const found = before ? Math.min(Math.max(before.time - start, 0), secondsOfDay) : 0;
    const from = Math.max(found, epochs.at(-1)?.from ?? 0);
    epochs.push({ difficulty: plainDifficulty(difficulty), from });
  }
  return epochs
    .map(({ difficulty, from }, at) => ({ difficulty, seconds: (epochs[at + 1]?.from ?? secondsOfDay) - from }))
    .filter(({ seconds }) => seconds > 0);
}

/**
 * A node's difficulty as an imported file would have it: at most eight decimals and no exponent, rounded to the nearest. A
 * test network's can be smaller than that; it is never written as nothing.
 */
export function plainDifficulty(text: string): string {
  const [, whole = '', fraction = '', exponent = '0'] = /^(\d+)(?:\.(\d+))?(?:[eE]([+-]?\d+))?$/.exec(text) ?? [];
  const digits = BigInt(whole + fraction);
  // value = digits · 10^shift, in units of 10^-8
  const shift = Number(exponent) - fraction.length + difficultyScale;
  const units = shift >= 0 ? digits * 10n ** BigInt(shift) : roundedShift(digits, BigInt(-shift));
  return formatShortest(units > 0n ? units : 1n, difficultyScale);
}

function roundedShift(digits: bigint, places: bigint): bigint {
  const divisor = 10n ** places;
  return (digits + divisor / 2n) / divisor;
}
