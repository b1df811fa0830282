import type { Data } from '@lode/contract';
import { call } from './api/call.ts';
import { clientVersion } from './client-version.ts';

export type Version = Data<'appVersion'>;

/** The newest version on the server; null without a response, silently, because it is a background check. */
export function checkVersion(): Promise<Version | null> {
  return call('appVersion', { appType: 'ANDROID', versionNo: clientVersion }, { silent: true }).catch(() => null);
}
