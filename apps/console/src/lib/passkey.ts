import type { ConsoleData, ConsoleInput } from '@lode/contract/console';

export const hasPasskeys = (): boolean =>
  typeof PublicKeyCredential === 'function' && 'parseRequestOptionsFromJSON' in PublicKeyCredential;

/** The prompt was closed, or timed out: the browser tells these apart from nothing else. */
export class PasskeyCancelled extends Error {
  override readonly name = 'PasskeyCancelled';
}

/** Signs a login; the device asks for the face, the finger or the PIN. */
export async function signLogin(options: ConsoleData<'loginPasskeyOptions'>): Promise<ConsoleInput<'loginByPasskey'>> {
  const publicKey = PublicKeyCredential.parseRequestOptionsFromJSON(options as PublicKeyCredentialRequestOptionsJSON);
  return (await prompt(() => navigator.credentials.get({ publicKey }))) as ConsoleInput<'loginByPasskey'>;
}

/** Makes a passkey on this device. */
export async function makePasskey(
  options: ConsoleData<'passkeyOptions'>,
): Promise<ConsoleInput<'passkeyAdd'>['response']> {
  const publicKey = PublicKeyCredential.parseCreationOptionsFromJSON(
    options as unknown as PublicKeyCredentialCreationOptionsJSON,
  );
  const { response } = await prompt(() => navigator.credentials.create({ publicKey }));
  return response as ConsoleInput<'passkeyAdd'>['response'];
}

async function prompt(ask: () => Promise<Credential | null>): Promise<{ response: unknown }> {
  try {
    const credential = (await ask()) as PublicKeyCredential | null;
    if (credential === null) throw new PasskeyCancelled();
    const { authenticatorAttachment, ...json } = credential.toJSON() as unknown as Record<string, unknown>;
    return { response: { ...json, ...(authenticatorAttachment !== null && { authenticatorAttachment }) } };
  } catch (error) {
    if (error instanceof DOMException && error.name === 'NotAllowedError') throw new PasskeyCancelled();
    throw error;
  }
}
