import { blockSeconds } from '@lode/contract';

/** Minutes that the blocks take, at least 1. */
export function minutesOf(blocks: number, network: keyof typeof blockSeconds): number {
  return Math.max(1, Math.ceil((blocks * blockSeconds[network]) / 60));
}

/** An address in groups of four, after an optional `0x`. */
export function groupsOf(address: string): string[] {
  const prefix = address.startsWith('0x') ? '0x' : '';
  const groups = address.slice(prefix.length).match(/.{1,4}/g) ?? [];
  return prefix ? [prefix, ...groups] : groups;
}

/** Abbreviates the middle of a long text, since people compare the ends: `bc1q7k9w…3m8g2xd4`. */
export function endsOf(text: string, each = 8): string {
  return text.length <= 2 * each + 1 ? text : `${text.slice(0, each)}…${text.slice(-each)}`;
}
