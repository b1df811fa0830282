// An image is served with its own type only, cached without expiry, and public.
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startTestApp, type TestApp } from '../../testing/app.ts';
import { smallPicture } from '../../testing/pictures.ts';
import { contentPublisher } from './testing/publish.ts';

let app: TestApp;
let img: string;
beforeAll(async () => {
  app = await startTestApp();
  await (await contentPublisher(app))('banner', 'a');
  img = (await app.data('bannerList', {}))[0]?.img ?? '';
});
afterAll(() => app.stop());

const get = (url: string, headers = {}) => app.inject({ method: 'GET', url, headers });

it('is the very bytes, with the headers that keep it harmless and kept', async () => {
  const reply = await get(img);
  expect(reply.statusCode).toBe(200);
  expect(reply.rawPayload).toEqual(smallPicture);
  expect(reply.headers).toMatchObject({
    'content-type': 'image/png',
    'cache-control': 'public, max-age=31536000, immutable',
    'x-content-type-options': 'nosniff',
    'content-security-policy': "default-src 'none'; frame-ancestors 'none'; sandbox",
    etag: `"${/[0-9a-f]{64}/.exec(img)?.[0]}"`,
  });
});

it('is not sent again to who has it', async () => {
  const { headers } = await get(img);
  const again = await get(img, { 'if-none-match': headers.etag });
  expect([again.statusCode, again.rawPayload.length]).toEqual([304, 0]);
});

it('answers 404 to every other name', async () => {
  const names = [img.replace('.png', '.gif'), img.replace('.png', '.svg'), img.replace('.png', ''), `${img}x`];
  names.push(`/api/content/image/${'0'.repeat(64)}.png`, '/api/content/image/..%2f..%2fetc', img.toUpperCase());
  for (const name of names) expect((await get(name)).statusCode, name).toBe(404);
});

it('is limited like every read', async () => {
  const few = await startTestApp({ env: { RATE_LIMIT_SCALE: '0.001' } });
  try {
    const codes: number[] = [];
    for (let i = 0; i < 4; i++) codes.push((await few.inject({ method: 'GET', url: img })).statusCode);
    expect(codes).toEqual([404, 404, 404, 429]);
  } finally {
    await few.stop();
  }
});
