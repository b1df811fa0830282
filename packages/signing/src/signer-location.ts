import { createHash } from 'node:crypto';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import type { SignerLocation } from './client.ts';

/** Unix limits the path of a socket to some hundred bytes. */
const maxSocketPathBytes = 100;

/**
 * Folder, socket and secret of a signer, derived by signer and clients from the same settings: `SIGNER_DIR` (default: a folder in
 * DATA_DIR) and `SIGNER_SOCKET`.
 */
export function signerLocation(
  environment: Record<string, string | undefined>,
  dataDir: string,
): SignerLocation & { folder: string } {
  const setting = (name: string): string | null => environment[name]?.trim() || null;
  const folder = resolve(setting('SIGNER_DIR') ?? join(dataDir, 'signer'));
  return {
    folder,
    socketPath: setting('SIGNER_SOCKET') ?? socketIn(folder),
    secretFile: join(folder, 'secret'),
  };
}

function socketIn(folder: string): string {
  const path = join(folder, 'socket');
  if (Buffer.byteLength(path) <= maxSocketPathBytes) return path;
  const name = createHash('sha256').update(folder).digest('hex').slice(0, 16);
  return join(tmpdir(), `lode-signer-${name}`);
}

/** Where approvers open the signer's own page; null where no setting says so, outside the demo. */
export function signerPageUrl(environment: Record<string, string | undefined>, isDemo: boolean): string | null {
  const setting = (name: string): string | null => environment[name]?.trim() || null;
  const origin = setting('SIGNER_PAGE_ORIGIN');
  if (origin !== null) return URL.canParse(origin) ? new URL(origin).origin : null;
  return isDemo ? `http://localhost:${setting('SIGNER_PAGE_PORT') ?? '8082'}` : null;
}
