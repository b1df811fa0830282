import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';

/** As long as browsers keep any. */
const deviceSeconds = 400 * 24 * 3600;

/**
 * Two cookies that no script reads and no other site's request carries: the session, and the name of the device, which outlives it. A
 * session is good with the device that it was opened on. Over TLS the prefix `__Host-` binds both to this host.
 */
export interface ConsoleCookies {
  readonly tokenOf: (cookies: string | undefined) => string | null;
  /** Null where the name was not made here. */
  readonly deviceOf: (cookies: string | undefined) => string | null;
  readonly session: (token: string) => string;
  readonly noSession: () => string;
  readonly device: (name: string) => string;
}

export const newDevice = (): string => randomBytes(24).toString('base64url');

export function consoleCookies(pepper: Buffer, isHttps: boolean, previousPepper: Buffer | null = null): ConsoleCookies {
  const prefix = isHttps ? '__Host-' : '';
  const attributes = `Path=/; HttpOnly; SameSite=Strict${isHttps ? '; Secure' : ''}`;
  const [sessionName, deviceName] = [`${prefix}lodeStaff`, `${prefix}lodeStaffDevice`];
  const sealOf = (device: string, by = pepper) => createHmac('sha256', by).update(`staff device\n${device}`).digest();

  const valueOf = (name: string, cookies: string | undefined): string | null => {
    const found = (cookies ?? '').split(/;\s*/).filter((pair) => pair.startsWith(`${name}=`));
    // Two of one name: one was put in by something else.
    return found.length === 1 ? (found[0] as string).slice(name.length + 1) : null;
  };

  return {
    tokenOf: (cookies) => valueOf(sessionName, cookies),
    deviceOf(cookies) {
      const [, device = '', seal = ''] = /^([\w-]{32})\.([\w-]{43})$/.exec(valueOf(deviceName, cookies) ?? '') ?? [];
      if (device === '') return null;
      const given = Buffer.from(seal, 'base64url');
      const isOf = (by: Buffer) => timingSafeEqual(given, sealOf(device, by));
      return isOf(pepper) || (previousPepper !== null && isOf(previousPepper)) ? device : null;
    },
    session: (token) => `${sessionName}=${token}; ${attributes}`,
    noSession: () => `${sessionName}=; Max-Age=0; ${attributes}`,
    device: (device) =>
      `${deviceName}=${device}.${sealOf(device).toString('base64url')}; Max-Age=${deviceSeconds}; ${attributes}`,
  };
}
