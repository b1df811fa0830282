import type { Data } from '@lode/contract';
import { call } from './api/call.ts';
import { clientVersion } from './client-version.ts';

export type Version = Data<'appVersion'>;

/**
 * Asks the server for the newest version; null when there is no answer. Nobody asked for this, so nobody is told of a
 * failure: the next occasion asks again.
 */
export function askVersion(): Promise<Version | null> {
  return call('appVersion', { appType: 'ANDROID', versionNo: clientVersion }, { silent: true }).catch(() => null);
}
