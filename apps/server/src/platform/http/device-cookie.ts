import { createHash, createHmac, timingSafeEqual } from 'node:crypto';

const name = 'lodeDevice';
/** As long as browsers keep any. */
const seconds = 400 * 24 * 3600;
const longestId = 128;
const shownOfId = 100;

/**
 * The second half of a device's name: a cookie that no script reads. A name that is copied into another browser of a customer
 * is contradicted by that browser's cookie. Who sends no cookie at all is believed: the header decides (ADR 0013).
 */
export interface DeviceCookie {
  /** The header decides. A valid cookie for another device makes it a new one, always the same. */
  readonly deviceOf: (header: string | null, cookies: string | undefined) => string | null;
  /** For a browser that names its device and has no valid cookie: what to set. */
  readonly cookieFor: (header: string | null, cookies: string | undefined, isSecure: boolean) => string | null;
}

export function deviceCookie(pepper: Buffer): DeviceCookie {
  const sealOf = (deviceId: string) => createHmac('sha256', pepper).update(`device cookie\n${deviceId}`).digest();

  /** The device that the cookie is for; null without one that we have made. */
  function pairedWith(cookies: string | undefined): string | null {
    const [, id = '', seal = ''] =
      new RegExp(`(?:^|;\\s*)${name}=([\\w-]{1,172})\\.([\\w-]{43})(?:;|$)`).exec(cookies ?? '') ?? [];
    const deviceId = Buffer.from(id, 'base64url').toString('utf8');
    if (deviceId === '' || deviceId.length > longestId) return null;
    const [found, expected] = [Buffer.from(seal, 'base64url'), sealOf(deviceId)];
    return found.length === expected.length && timingSafeEqual(found, expected) ? deviceId : null;
  }

  return {
    deviceOf(header, cookies) {
      const paired = header === null ? null : pairedWith(cookies);
      if (header === null || paired === null || paired === header) return header;
      const mark = createHash('sha256').update(`${header}\n${paired}`).digest('base64url').slice(0, 16);
      return `${header.slice(0, shownOfId)}~${mark}`;
    },
    cookieFor(header, cookies, isSecure) {
      if (header === null || pairedWith(cookies) !== null) return null;
      const value = `${Buffer.from(header).toString('base64url')}.${sealOf(header).toString('base64url')}`;
      return `${name}=${value}; Path=/api; Max-Age=${seconds}; HttpOnly; SameSite=Strict${isSecure ? '; Secure' : ''}`;
    },
  };
}
