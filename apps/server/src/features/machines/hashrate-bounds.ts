import { formatShortest, type MinedCoin, parseDecimal } from '@lode/money';
import type { Sentence } from '../../platform/sentence.ts';
import { microHashes, type Speed } from '../../platform/speed.ts';
import * as say from './hashrate-bounds.zh.ts';

/** More than any machine that is sold for the coin: the fastest are at about half of it, for SHA-256, Ethash and scrypt. */
const fastest: Record<MinedCoin, Speed> = {
  BTC: { hashrate: '2000', hashrateUnit: 'TH/s' },
  ETH: { hashrate: '20', hashrateUnit: 'GH/s' },
  DOGE: { hashrate: '50', hashrateUnit: 'GH/s' },
};

/** No machine is that fast: a slip of a unit, or coins that are mined by no one. */
export function reasonsAgainstSpeed(coin: MinedCoin, speed: Speed): Sentence[] {
  const most = fastest[coin];
  return microHashes(speed) > microHashes(most) ? [say.tooFast(textOf(speed), coin, textOf(most))] : [];
}

/** Tuned as far as it goes, a machine is not half as fast again as its model. */
export function reasonsAgainstModel(speed: Speed, model: Speed & { name: string }): Sentence[] {
  const isBeyond = microHashes(speed) * 2n > microHashes(model) * 3n;
  if (!isBeyond) return [];
  const most = formatShortest((parseDecimal(model.hashrate, 6) * 3n) / 2n, 6);
  return [say.beyondModel(textOf(speed), model.name, textOf(model), textOf({ ...model, hashrate: most }))];
}

const textOf = ({ hashrate, hashrateUnit }: Speed) => `${hashrate} ${hashrateUnit}`;
