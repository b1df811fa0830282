import type { Unsigned } from '@lode/chain';

/** Plain data with whole numbers of any size. */
export function writeUnsigned(unsigned: Unsigned): string {
  return JSON.stringify(unsigned, (_key, value: unknown) =>
    typeof value === 'bigint' ? { int: String(value) } : value,
  );
}

export function readUnsigned(text: string): Unsigned {
  return JSON.parse(text, (_key, value: unknown) =>
    typeof value === 'object' && value !== null && 'int' in value ? BigInt(String(value.int)) : value,
  ) as Unsigned;
}

/** Whose nonce a payment from an account uses: `0xkey:nonce`. */
export function readAccountNonce(spend: string | undefined): { addressKey: string; nonce: number } {
  const [, addressKey, nonce] = /^0x([0-9a-f]{40}):([0-9]{1,9})$/.exec(spend ?? '') ?? [];
  if (addressKey === undefined || nonce === undefined) throw new Error(`${spend} is no address with a nonce`);
  return { addressKey, nonce: Number(nonce) };
}
