// What a session list shows of a browser, and that a User-Agent cannot put anything else there.
import { describe, expect, it } from 'vitest';
import { sessionDevice } from './session-device.ts';

const webKit = 'AppleWebKit/537.36 (KHTML, like Gecko)';

describe('sessionDevice', () => {
  it.each([
    [
      `Mozilla/5.0 (iPhone; CPU iPhone OS 17_5_1 like Mac OS X) ${webKit} Version/17.5 Mobile/15E148 Safari/604.1`,
      { model: 'iPhone', system: 'iOS 17.5', browser: 'Safari 17' },
    ],
    [
      `Mozilla/5.0 (Linux; Android 14; SM-S928B) ${webKit} Chrome/126.0.0.0 Mobile Safari/537.36`,
      { model: 'SM-S928B', system: 'Android 14', browser: 'Chrome 126' },
    ],
    [
      `Mozilla/5.0 (Linux; Android 10; K) ${webKit} Chrome/126.0.0.0 Mobile Safari/537.36`,
      { model: null, system: 'Android 10', browser: 'Chrome 126' },
    ],
    [
      `Mozilla/5.0 (Linux; Android 13; V2227A Build/TP1A; wv) ${webKit} Chrome/116.0 Mobile Safari/537.36 MicroMessenger/8.0.49`,
      { model: 'V2227A', system: 'Android 13', browser: 'WeChat 8' },
    ],
    [
      `Mozilla/5.0 (Windows NT 10.0; Win64; x64) ${webKit} Chrome/126.0.0.0 Safari/537.36 Edg/126.0`,
      { model: null, system: 'Windows 10', browser: 'Microsoft Edge 126' },
    ],
  ])('reads %s', (userAgent, device) => {
    expect(sessionDevice(userAgent)).toEqual(device);
  });

  it('says nothing where nothing is said', () => {
    const unknown = { model: null, system: null, browser: null };
    for (const userAgent of [null, '', 'x', '<script>alert(1)</script>', '\u202e本机'])
      expect(sessionDevice(userAgent)).toEqual(unknown);
  });

  it.each(['lode-safe.example', 'Call 400-000-0000'])('leaves no place for an address or a number: %s', (chosen) => {
    const { model } = sessionDevice(`Mozilla/5.0 (Linux; Android 14; ${chosen}) Chrome/1.0`);
    expect(model ?? '').not.toMatch(/[a-z]\.[a-z]|400/);
  });

  it('keeps a chosen name short and plain', () => {
    const { model } = sessionDevice(`Mozilla/5.0 (Linux; Android 14; <b>本机\u202e</b> ${'x'.repeat(100)}) Chrome/1.0`);
    expect(model).toBe(`bb ${'x'.repeat(37)}`);
  });
});
