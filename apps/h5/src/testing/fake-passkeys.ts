import { vi } from 'vitest';

const bytes = (text: string) => new TextEncoder().encode(text).buffer;

/** A device with passkeys on the host of the tests; `failure` is what its prompt ends with. */
export function startFakePasskeys(): { fail: (name: string | null) => void } {
  let failure: string | null = null;
  const answer = (response: object) => () =>
    failure === null
      ? Promise.resolve({ rawId: bytes('key'), response })
      : Promise.reject(new DOMException('refused', failure));
  vi.stubGlobal('PublicKeyCredential', vi.fn());
  const create = answer({
    clientDataJSON: bytes('client'),
    attestationObject: bytes('attestation'),
    getTransports: () => ['internal', 'hybrid'],
  });
  const get = answer({
    clientDataJSON: bytes('client'),
    authenticatorData: bytes('data'),
    signature: bytes('signed'),
  });
  Object.defineProperty(navigator, 'credentials', { configurable: true, value: { create, get } });
  return {
    fail(name) {
      failure = name;
    },
  };
}

export const fakeSignature = {
  credential: 'a2V5',
  clientDataJSON: 'Y2xpZW50',
  authenticatorData: 'ZGF0YQ',
  signature: 'c2lnbmVk',
};
