// Who only asks stops no approver: neither another site in an approver's browser, nor one who takes challenges and never comes back.
import { createServer } from 'node:net';
import { expect, it } from 'vitest';
import { testAuthenticator } from '../testing/authenticator.ts';
import { startSigner } from '../testing/start-signer.ts';

const freePort = (): Promise<number> =>
  new Promise((resolve) => {
    const server = createServer().listen(0, '127.0.0.1', () => {
      const { port } = server.address() as { port: number };
      server.close(() => resolve(port));
    });
  });

async function withPage(
  work: (page: {
    origin: string;
    ask: (call: string, body: unknown, token?: string) => Promise<Record<string, unknown>>;
    /** The code of a new invite. */
    invite: (name: string, role: string) => Promise<string>;
  }) => Promise<void>,
): Promise<void> {
  const port = await freePort();
  const origin = `http://localhost:${port}`;
  const signer = await startSigner({ SIGNER_PAGE_PORT: `${port}` });
  const ask = async (call: string, body: unknown, token?: string) => {
    const authorization = token && { authorization: `Bearer ${token}` };
    const headers = { 'content-type': 'application/json', origin, ...authorization };
    const response = await fetch(`${origin}/api/${call}`, { method: 'POST', headers, body: JSON.stringify(body) });
    return { status: response.status, ...((await response.json()) as object) };
  };
  const invite = async (name: string, role: string) => {
    const { output } = await signer.command(['approver:invite', '--name', name, '--role', role]);
    return output.split(' ')[0] ?? '';
  };
  await work({ origin, ask, invite }).finally(() => signer.close());
}

it('a site that makes a browser ask without end leaves the page its own requests', () =>
  withPage(async ({ origin, ask }) => {
    const flood = () => fetch(`${origin}/`, { headers: { 'sec-fetch-site': 'cross-site' } });
    await Promise.all(Array.from({ length: 320 }, flood));
    expect(await ask('hello', {})).toMatchObject({ status: 200 });
  }));

it('calls without a session leave who is logged in their own number', () =>
  withPage(async ({ ask }) => {
    const { token } = (await ask('demo-login', { name: 'finance', passphrase: 'Lode@Console1' })) as { token: string };
    const asked = await Promise.all(Array.from({ length: 320 }, () => ask('hello', {})));
    expect(asked.filter(({ status }) => status === 429).length).toBeGreaterThan(0);
    expect(await ask('hello', {}, token.toLowerCase())).toMatchObject({ status: 429 });
    expect(await ask('reviews', {}, token)).toMatchObject({ status: 200 });
  }));

it('a challenge outlives any number of others, is good once, and only as it was made', () =>
  withPage(async ({ origin, ask }) => {
    const { challenge } = (await ask('hello', {})) as { challenge: string };
    for (let n = 0; n < 120; n += 1) await ask('hello', {});
    const logIn = (given: string) =>
      ask('login', { challenge: given, assertion: testAuthenticator().get(given, { origin }) });
    for (const other of [`${challenge.slice(0, -1)}${challenge.endsWith('A') ? 'B' : 'A'}`, `${challenge}=`, 'x'])
      expect(await logIn(other)).toMatchObject({ error: 'CHALLENGE' });
    expect(await logIn(challenge), 'the challenge is good, the key is of no approver').toMatchObject({
      error: 'PROOF',
    });
    expect(await logIn(challenge)).toMatchObject({ error: 'CHALLENGE' });
  }));

it('wrong codes of strangers keep no right code waiting', () =>
  withPage(async ({ ask, invite }) => {
    for (let n = 0; n < 20; n += 1)
      expect(await ask('invite', { code: `WRONG-${n}` })).toMatchObject({ error: 'PROOF' });
    expect(await ask('invite', { code: await invite('finance', 'FINANCE') })).toMatchObject({
      status: 200,
      name: 'finance',
    });
  }));
