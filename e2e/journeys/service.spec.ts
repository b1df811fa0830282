// Covers the service endpoints and the API document, for operators and third-party clients.
import { expect, test } from '../test.ts';

test('reports liveness, readiness and its API document [call:GET /api/health] [call:GET /api/ready]', async ({
  request,
}) => {
  for (const path of ['/api/health', '/api/ready']) {
    const answer = await request.get(path);
    expect(answer.status(), path).toBe(200);
    expect(await answer.json(), path).toMatchObject({ code: 200, message: 'ok' });
    expect(answer.headers()['cache-control'], path).toBe('no-store');
  }
  const document = await (await request.get('/api/openapi.json')).json();
  expect(document.openapi).toMatch(/^3\.1/);
  // Every call of the document exists on the product.
  for (const [path, methods] of Object.entries(document.paths as Record<string, object>)) {
    for (const method of Object.keys(methods)) {
      const answer = await request.fetch(path, { method });
      expect(answer.headers()['content-type'], `${method} ${path}`).toContain('application/json');
      expect(answer.status(), `${method} ${path}`).not.toBe(404);
    }
  }
});

test('an unknown API path answers in the envelope, an unknown page with HTML', async ({ request }) => {
  const missing = await request.get('/api/no/such/call');
  expect(missing.status()).toBe(404);
  expect(await missing.json()).toMatchObject({ code: 404, data: null });
  const page = await request.get('/no/such/page', { headers: { accept: 'text/html' } });
  expect(page.status()).toBe(200);
  expect(page.headers()['content-security-policy']).toContain("require-trusted-types-for 'script'");
});

test('the demo’s messages are served to this machine only', async ({ request }) => {
  expect((await request.get('/dev/messages')).status()).toBe(200);
  const foreign: Record<string, string>[] = [
    { 'x-forwarded-for': '203.0.113.7' },
    { forwarded: 'for=203.0.113.7' },
    { origin: 'https://example.com' },
  ];
  for (const headers of foreign) {
    expect((await request.get('/dev/messages', { headers })).status(), JSON.stringify(headers)).not.toBe(200);
  }
});
