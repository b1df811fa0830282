import { createHash, createHmac, timingSafeEqual } from 'node:crypto';

/** Over TLS no other site, subdomain or plain http can set the first; the second is for this machine, and from before. */
const names = { secure: '__Host-lodeDevice', plain: 'lodeDevice' } as const;
const shapeOf = (name: string) => new RegExp(`(?:^|;\\s*)${name}=([\\w-]{1,172})\\.([\\w-]{43})(?:;|$)`);
const shapes = { secure: shapeOf(names.secure), plain: shapeOf(names.plain) };
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

export function deviceCookie(pepper: Buffer, previousPepper: Buffer | null = null): DeviceCookie {
  const sealOf = (deviceId: string, by = pepper) =>
    createHmac('sha256', by).update(`device cookie\n${deviceId}`).digest();

  const accepted = previousPepper === null ? [pepper] : [pepper, previousPepper];
  const pairedWith = (cookies: string | undefined, by = accepted): string | null =>
    readCookie(shapes.secure, cookies, by) ?? readCookie(shapes.plain, cookies, by);

  /** The device that the cookie is for; null without one that we have made. */
  function readCookie(shape: RegExp, cookies: string | undefined, by: readonly Buffer[]): string | null {
    if (cookies === undefined) return null;
    const [, id = '', seal = ''] = shape.exec(cookies) ?? [];
    const deviceId = Buffer.from(id, 'base64url').toString('utf8');
    if (deviceId === '' || deviceId.length > longestId) return null;
    const found = Buffer.from(seal, 'base64url');
    return by.some((one) => timingSafeEqual(found, sealOf(deviceId, one))) ? deviceId : null;
  }

  return {
    deviceOf(header, cookies) {
      const paired = header === null ? null : pairedWith(cookies);
      if (header === null || paired === null || paired === header) return header;
      const mark = createHash('sha256').update(`${header}\n${paired}`).digest('base64url').slice(0, 16);
      return `${header.slice(0, shownOfId)}~${mark}`;
    },
    cookieFor(header, cookies, isSecure) {
      if (header === null) return null;
      // Over TLS the cookie of before is replaced, for the device that it was made for; so is one of the previous pepper.
      const paired = isSecure ? readCookie(shapes.secure, cookies, [pepper]) : pairedWith(cookies, [pepper]);
      if (paired !== null) return null;
      const device = pairedWith(cookies) ?? header;
      const value = `${Buffer.from(device).toString('base64url')}.${sealOf(device).toString('base64url')}`;
      const kept = `Max-Age=${seconds}; HttpOnly; SameSite=Strict`;
      return isSecure
        ? `${names.secure}=${value}; Path=/; ${kept}; Secure`
        : `${names.plain}=${value}; Path=/api; ${kept}`;
    },
  };
}
