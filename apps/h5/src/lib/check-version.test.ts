// Covers the question for a newer release and its answers.
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { checkVersion, type Version } from './check-version.ts';

const newer: Version = { versionNo: '1.0.0.1', description: '<p>新</p>', isForce: false };

describe('the version check [entity:version-check]', () => {
  const asked = vi.fn<(url: string, init: RequestInit) => Promise<Response>>();
  beforeEach(() => void vi.stubGlobal('fetch', asked));
  afterEach(() => vi.unstubAllGlobals());

  it('sends appType ANDROID and its own version', async () => {
    asked.mockResolvedValue(Response.json({ code: 200, message: 'ok', data: newer }));
    expect(await checkVersion()).toEqual(newer);
    expect(asked.mock.calls[0]?.[0]).toBe('/api/app/isNeedUpdate?appType=ANDROID&versionNo=1.0.0.0');
    expect(asked.mock.calls[0]?.[1].headers).toMatchObject({ clientVersion: '1.0.0.0', clientType: 'H5' });
  });

  it('returns null on no response or a refusal', async () => {
    asked.mockRejectedValue(new TypeError('Failed to fetch'));
    expect(await checkVersion()).toBeNull();
    const responses = [{ code: 404, message: 'no', data: null }, null, 'x'];
    for (const response of responses) {
      asked.mockResolvedValue(Response.json(response));
      expect(await checkVersion()).toBeNull();
    }
  });
});
