import { createHash } from 'node:crypto';
import type { ImageType } from './image-file.ts';

export const imageFolder = '/api/content/image';

export function imageHash(bytes: Buffer): Buffer {
  return createHash('sha256').update(bytes).digest();
}

/** The hash is the address: another image has another one, so this one is cached without expiry. */
export function imageAddress(hash: Buffer, type: ImageType): string {
  return `${imageFolder}/${hash.toString('hex')}.${type}`;
}

const shape = /^([0-9a-f]{64})\.(png|jpg|webp|gif)$/;

export function readImageName(name: string): { hash: Buffer; type: ImageType } | null {
  const [, hash, type] = shape.exec(name) ?? [];
  return hash === undefined ? null : { hash: Buffer.from(hash, 'hex'), type: type as ImageType };
}
