import { createHash } from 'node:crypto';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import type { SignerLocation } from './client.ts';

/** A unix socket's path holds some hundred bytes on every system. */
const longestSocketPath = 100;

/**
 * Where a signer listens and where its clients look, made of the same settings by both: `SIGNER_DIR` (a folder of its own in
 * DATA_DIR) and `SIGNER_SOCKET`.
 */
export function signerLocation(
  environment: Record<string, string | undefined>,
  dataDir: string,
): SignerLocation & { folder: string } {
  const given = (name: string): string | null => environment[name]?.trim() || null;
  const folder = resolve(given('SIGNER_DIR') ?? join(dataDir, 'signer'));
  return {
    folder,
    socketPath: given('SIGNER_SOCKET') ?? socketIn(folder),
    secretFile: join(folder, 'secret'),
  };
}

function socketIn(folder: string): string {
  const path = join(folder, 'socket');
  if (Buffer.byteLength(path) <= longestSocketPath) return path;
  const name = createHash('sha256').update(folder).digest('hex').slice(0, 16);
  return join(tmpdir(), `lode-signer-${name}`);
}
