import type { KeyObject } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type Approver, openApproverKey, WrongPassphrase } from '@lode/signing';
import type { SignerConfig } from '../config.ts';

/** The software key that stands in for a passkey in the demo; null without such a person, or for a wrong passphrase. */
export async function openDemoKey(
  { isDemo, folder }: Pick<SignerConfig, 'isDemo' | 'folder'>,
  name: string,
  passphrase: string,
): Promise<KeyObject | null> {
  if (!isDemo) return null;
  const text = await readFile(join(folder, 'demo-approvers.json'), 'utf8').catch(() => '[]');
  const approver = (JSON.parse(text) as Approver[]).find((one) => one.name === name);
  if (!approver) return null;
  return openApproverKey(approver, passphrase).catch((error: unknown) => {
    if (error instanceof WrongPassphrase) return null;
    throw error;
  });
}
