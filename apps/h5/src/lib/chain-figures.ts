import { blockSeconds } from '@lode/contract';

/** Minutes that so many blocks take, never less than one. */
export function minutesOf(blocks: number, network: keyof typeof blockSeconds): number {
  return Math.max(1, Math.ceil((blocks * blockSeconds[network]) / 60));
}

/** An address in groups of four; `0x` stands for itself. */
export function groupsOf(address: string): string[] {
  const prefix = address.startsWith('0x') ? '0x' : '';
  const groups = address.slice(prefix.length).match(/.{1,4}/g) ?? [];
  return prefix ? [prefix, ...groups] : groups;
}

/** A long text by its ends, which are what people compare: `bc1q7k9w…3m8g2xd4`. */
export function endsOf(text: string, each = 8): string {
  return text.length <= 2 * each + 1 ? text : `${text.slice(0, each)}…${text.slice(-each)}`;
}
