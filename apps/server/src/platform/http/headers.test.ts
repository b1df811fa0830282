// Headers that a browser needs stand on every answer: of a call, of a file, and of what could not even be read as HTTP.
import { connect } from 'node:net';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startTestApp, type TestApp } from '../../testing/app.ts';

let app: TestApp;
let port: number;
beforeAll(async () => {
  app = await startTestApp();
  port = Number(new URL(await app.fastify.listen({ port: 0, host: '127.0.0.1' })).port);
});
afterAll(() => app.stop());

const wanted = {
  'strict-transport-security': 'max-age=31536000; includeSubDomains',
  'content-security-policy': expect.stringContaining("frame-ancestors 'none'"),
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
};

/** The headers of the answer to bytes that are no request. */
function headersOf(bytes: string): Promise<Record<string, string>> {
  return new Promise((resolve, reject) => {
    let text = '';
    const socket = connect(port, '127.0.0.1', () => socket.write(bytes));
    socket.on('data', (part) => (text += part));
    socket.on('error', reject);
    socket.on('close', () => {
      const [head = ''] = text.split('\r\n\r\n');
      const lines = head.split('\r\n').slice(1);
      resolve(
        Object.fromEntries(lines.map((line) => [line.split(': ')[0]?.toLowerCase(), line.replace(/^[^:]*: /, '')])),
      );
    });
  });
}

it('they do', async () => {
  for (const url of ['/api/health', '/api/user/info', '/nowhere', '/api/content/image/none.png'])
    expect((await app.inject({ method: 'GET', url })).headers, url).toMatchObject(wanted);
  expect(await headersOf('nonsense\r\n\r\n')).toMatchObject(wanted);
});
