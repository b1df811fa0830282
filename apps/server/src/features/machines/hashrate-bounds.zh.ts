import { type Sentence, sentence } from '../../platform/sentence.ts';

/** Why a hashrate is not taken. */
export const tooFast = (speed: string, coin: string, most: string): Sentence =>
  sentence(
    `hashrate ${speed} is more than any machine for ${coin} has: at most ${most}`,
    `算力 ${speed} 超出任何 ${coin} 矿机：最多 ${most}`,
  );
export const beyondModel = (speed: string, model: string, ofModel: string, most: string): Sentence =>
  sentence(
    `hashrate ${speed} is more than model ${model} can reach: it has ${ofModel}, at most ${most} (half as much again)`,
    `算力 ${speed} 超出机型 ${model} 能达到的：标称 ${ofModel}，最多 ${most}（1.5 倍）`,
  );
