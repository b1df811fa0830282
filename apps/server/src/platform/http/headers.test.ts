// Headers that a browser needs stand on every answer: of a call, of a file, and of what could not even be read as HTTP. What two
// readers could take for different requests is none.
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

/** The answer to bytes as they are written to the socket. */
function answerTo(bytes: string): Promise<{ status: string; headers: Record<string, string> }> {
  return new Promise((resolve, reject) => {
    let text = '';
    const socket = connect(port, '127.0.0.1', () => socket.write(bytes));
    socket.on('data', (part) => (text += part));
    socket.on('error', reject);
    socket.on('close', () => {
      const [head = ''] = text.split('\r\n\r\n');
      const [status = '', ...lines] = head.split('\r\n');
      const fields = lines.map((line) => [line.split(': ')[0]?.toLowerCase(), line.replace(/^[^:]*: /, '')]);
      resolve({ status, headers: Object.fromEntries(fields) });
    });
  });
}

it('they do', async () => {
  for (const url of ['/api/health', '/api/user/info', '/nowhere', '/api/content/image/none.png'])
    expect((await app.inject({ method: 'GET', url })).headers, url).toMatchObject(wanted);
  expect((await answerTo('nonsense\r\n\r\n')).headers).toMatchObject(wanted);
});

it.each([
  ['with two lengths', 'Content-Length: 3\r\nContent-Length: 4'],
  ['with a length and chunks', 'Content-Length: 3\r\nTransfer-Encoding: chunked'],
  ['with chunks in another spelling', 'Transfer-Encoding: xchunked'],
])('a body %s is refused', async (_what, fields) => {
  const { status } = await answerTo(`POST /api/user/login HTTP/1.1\r\nHost: a\r\n${fields}\r\n\r\nabc`);
  expect(status).toBe('HTTP/1.1 400 Bad Request');
});

it('TRACE is no method', async () => {
  const { status } = await answerTo('TRACE /api/health HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n');
  expect(status).toBe('HTTP/1.1 404 Not Found');
});
