// Covers external addresses that may open inside the app, and disguised ones.
import { describe, expect, it } from 'vitest';
import { externalUrl, isListedSite } from './external-url.ts';

const own = { hostname: 'lode.test', port: '' };
const open = (raw: string | null) => externalUrl(raw, own)?.href ?? null;

describe('externalUrl', () => {
  it.each([
    ['https://example.com', 'https://example.com/'],
    ['http://example.com/a?b=c#d', 'http://example.com/a?b=c#d'],
    ['HTTPS://EXAMPLE.com:8443/x', 'https://example.com:8443/x'],
    ['https://example.com/mail@box', 'https://example.com/mail@box'],
    ['https://例子.com/', 'https://xn--fsqu00a.com/'],
  ])('opens %s [route:webview]', (raw, href) => expect(open(raw)).toBe(href));

  it.each([
    null,
    '',
    'example.com',
    '//example.com',
    '/index',
    'javascript:alert(1)',
    'JaVaScRiPt://example.com/%0aalert(1)',
    'data:text/html,<script>alert(1)</script>',
    'blob:https://lode.test/1',
    'file:///etc/passwd',
    'ftp://example.com',
    'about:blank',
    'https:example.com',
    'https:///example.com',
    'https://',
    'https://user:secret@example.com/',
    'https://lode.test@evil.example/',
    'https://@evil.example/',
    'https:\\\\evil.example',
    'https://evil.example\\@lode.test/',
    ' https://example.com',
    'https://exam\nple.com',
    'https://example.com/\u202egnp.exe',
    `https://example.com/${'a'.repeat(2000)}`,
    'https://[not-an-address]/',
  ])('rejects %j', (raw) => expect(open(raw)).toBeNull());

  it('rejects this origin in any spelling', () => {
    for (const raw of ['https://lode.test/', 'http://lode.test/x', 'https://LODE.test', 'https://lode.test./index']) {
      expect(open(raw)).toBeNull();
    }
    expect(open('https://lode.test.evil.example/')).not.toBeNull();
    expect(externalUrl('http://127.0.0.1:8080/', { hostname: '127.0.0.1', port: '8080' })).toBeNull();
  });
});

describe('isListedSite', () => {
  const isListed = (address: string, list: string[]) => isListedSite(new URL(address), list);
  const list = ['example.com', '*.mempool.space'];

  it('matches a host exactly, and subdomains with a wildcard', () => {
    for (const host of ['example.com', 'EXAMPLE.com.', 'www.mempool.space', 'a.b.mempool.space', 'example.com:443']) {
      expect(isListed(`https://${host}/`, list)).toBe(true);
    }
    for (const host of ['www.example.com', 'mempool.space', 'evilmempool.space', 'example.com.evil.net']) {
      expect(isListed(`https://${host}/`, list)).toBe(false);
    }
    expect(isListed('https://example.com/', [])).toBe(false);
  });

  it('requires TLS on the default port', () => {
    for (const address of ['http://example.com/', 'http://example.com:443/', 'https://example.com:8443/']) {
      expect(isListed(address, list)).toBe(false);
    }
  });
});
