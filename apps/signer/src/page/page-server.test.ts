// The page answers its own origin only, shows nothing before a proof, and slows guesses.
import { createServer } from 'node:net';
import { challengeOf } from '@lode/signing';
import { expect, it } from 'vitest';
import { testAuthenticator } from '../testing/authenticator.ts';
import { passphrase, startSigner, type TestSigner } from '../testing/start-signer.ts';

const freePort = (): Promise<number> =>
  new Promise((resolve) => {
    const server = createServer().listen(0, '127.0.0.1', () => {
      const { port } = server.address() as { port: number };
      server.close(() => resolve(port));
    });
  });

interface Answer {
  status: number;
  error?: string;
  token?: string;
  challenge?: string;
}

async function started() {
  const port = await freePort();
  const signer = await startSigner({ SIGNER_PAGE_PORT: `${port}` });
  const origin = `http://localhost:${port}`;
  const ask = (call: string, body: unknown, headers: Record<string, string> = {}) =>
    fetch(`${origin}/api/${call}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', origin, ...headers },
      body: JSON.stringify(body),
    });
  const answer = async (call: string, body: unknown, headers?: Record<string, string>): Promise<Answer> => {
    const response = await ask(call, body, headers);
    return { ...(await response.json()), status: response.status } as Answer;
  };
  return { signer, port, origin, ask, answer };
}

async function withPage(work: (page: Awaited<ReturnType<typeof started>>) => Promise<void>): Promise<void> {
  const page = await started();
  await work(page).finally(() => page.signer.close());
}

const invite = async (signer: TestSigner, name: string, role: string): Promise<string> => {
  const { code, output } = await signer.command(['approver:invite', '--name', name, '--role', role]);
  expect({ code, output }).toMatchObject({ code: 0 });
  return output.split(' ')[0] ?? '';
};

it('is served under its own name only, on both families, with nothing of another site', () =>
  withPage(async ({ origin, port, ask }) => {
    const page = await fetch(`${origin}/`);
    expect(page.status).toBe(200);
    expect(page.headers.get('content-security-policy')).toContain("default-src 'none'; script-src 'self'");
    expect(page.headers.get('content-security-policy')).toContain("frame-ancestors 'none'");
    expect(page.headers.get('strict-transport-security')).toBe('max-age=31536000; includeSubDomains');
    expect(page.headers.get('cache-control')).toBe('no-store');
    const html = await page.text();
    expect(html).not.toMatch(/<script(?! type="module" src=)|\son[a-z]+=|style=/);
    for (const address of [`http://127.0.0.1:${port}/`, `http://[::1]:${port}/`]) {
      const moved = await fetch(address, { redirect: 'manual' });
      expect([moved.status, moved.headers.get('location')]).toEqual([302, `${origin}/`]);
    }
    expect((await fetch(`http://127.0.0.1:${port}/api/hello`, { method: 'POST' })).status).toBe(421);
    for (const path of ['/../main.js', '/page-server.ts', '/api/hello', '/..%2f', '/constructor'])
      expect((await fetch(`${origin}${path}`)).status).toBe(404);
    expect((await ask('hello', {}, { origin: 'http://localhost:8080' })).status).toBe(403);
    expect((await ask('hello', {}, { 'sec-fetch-site': 'same-site' })).status).toBe(403);
    expect((await ask('hello', {}, { 'content-type': 'text/plain' })).status).toBe(403);
    expect((await ask('constructor', {})).status).toBe(404);
    expect((await ask('login', 'x'.repeat(40_000))).status).toBe(413);
    expect((await ask('hello', {})).status).toBe(200);
  }));

it('shows nothing before a proof, and slows wrong passphrases', () =>
  withPage(async ({ answer }) => {
    for (const call of ['reviews', 'approve', 'key-changes', 'sign-key-change'])
      expect(await answer(call, { id: 'withdrawal:1', text: 'x' })).toEqual({ status: 401, error: 'LOGIN' });
    const entered = await answer('demo-login', { name: 'finance', passphrase });
    expect(entered).toMatchObject({ status: 200, role: 'FINANCE', isSoftware: true });
    const authorization = `Bearer ${String(entered.token)}`;
    expect((await answer('reviews', {}, { authorization })).status).toBe(200);
    expect(await answer('reviews', {}, { authorization: `Bearer ${'A'.repeat(43)}` })).toMatchObject({ status: 401 });
    const guesses = [];
    for (let guess = 0; guess < 5; guess += 1)
      guesses.push(await answer('demo-login', { name: 'approver', passphrase: 'wrong passphrase' }));
    expect(guesses.map(({ error }) => error)).toEqual(['PROOF', 'PROOF', 'PROOF', 'PROOF', 'WAIT']);
    expect(await answer('demo-login', { name: 'approver', passphrase })).toEqual({ status: 429, error: 'WAIT' });
  }));

it('makes passkeys by codes that a command prints, each once; two others enrol them with their signatures', () =>
  withPage(async ({ signer, origin, answer }) => {
    const login = async (name: string) => {
      const { token } = await answer('demo-login', { name, passphrase });
      const authorization = `Bearer ${String(token)}`;
      return (call: string, body: unknown = {}) => answer(call, body, { authorization });
    };
    const others = { approver: await login('approver'), deputy: await login('deputy') };
    const finance = await login('finance');
    type Change = { id: string; text: string | null; fingerprint: string };
    const changesOf = async (person: typeof finance) =>
      Object.values(await person('key-changes')).filter((one) => typeof one === 'object') as unknown as Change[];
    const make = async (key: ReturnType<typeof testAuthenticator>, code: string) => {
      const invited = await answer('invite', { code });
      if (invited.status !== 200) return invited;
      const challenge = String(invited.challenge);
      const body = { code, challenge, registration: key.create(challenge, { origin }) };
      const made = await answer('enrol', body);
      expect(await answer('enrol', body)).toMatchObject({ error: 'CHALLENGE' });
      expect(await answer('invite', { code })).toMatchObject({ error: 'PROOF' });
      return made;
    };
    const signIn = async (key: ReturnType<typeof testAuthenticator>) => {
      const { challenge } = await answer('hello', {});
      const assertion = key.get(String(challenge), { origin });
      const first = await answer('login', { challenge, assertion });
      expect(await answer('login', { challenge, assertion })).toMatchObject({ error: 'CHALLENGE' });
      return first;
    };
    const signByTwo = async () => {
      expect((await changesOf(finance)).map(({ text }) => text)).toEqual([null]);
      for (const [name, isMade] of [
        ['approver', false],
        ['deputy', true],
      ] as const) {
        const [change] = await changesOf(others[name]);
        const { id = '', text = '' } = change ?? {};
        expect(await finance('sign-key-change', { id, text })).toMatchObject({ error: 'STALE' });
        expect(await others[name]('sign-key-change', { id, text: `${text}x` })).toMatchObject({ error: 'STALE' });
        expect(await others[name]('sign-key-change', { id, text })).toEqual({ status: 200, isMade });
      }
    };

    const keys = [testAuthenticator(), testAuthenticator('Ed25519')] as const;
    for (const key of keys) {
      const made = await make(key, await invite(signer, 'finance', 'FINANCE'));
      expect(made).toMatchObject({ status: 200, name: 'finance', role: 'FINANCE', outcome: 'PENDING' });
      expect(await signIn(key)).toMatchObject({ error: 'PROOF' });
      await signByTwo();
      expect(await signIn(key)).toMatchObject({ status: 200, name: 'finance', isSoftware: false });
    }
    expect(await make(testAuthenticator(), await invite(signer, 'finance', 'FINANCE'))).toMatchObject({
      error: 'FULL',
    });

    const replacement = testAuthenticator();
    const { output } = await signer.command(['approver:invite-replacement', '--name', 'finance']);
    expect(await make(replacement, output.split(' ')[0] ?? '')).toMatchObject({ outcome: 'PENDING' });
    const replaced = await signIn(keys[0]);
    const replacedCall = () => answer('reviews', {}, { authorization: `Bearer ${String(replaced.token)}` });
    expect(await replacedCall()).toMatchObject({ status: 200 });
    await signByTwo();
    expect(await signIn(replacement)).toMatchObject({ status: 200 });
    // What the keys that are gone had opened ends with them, the demo's software key included.
    expect(await signIn(keys[0])).toMatchObject({ error: 'PROOF' });
    expect(await answer('demo-login', { name: 'finance', passphrase })).toMatchObject({ error: 'PROOF' });
    expect(await replacedCall()).toEqual({ status: 401, error: 'LOGIN' });
    expect(await finance('key-changes')).toEqual({ status: 401, error: 'LOGIN' });

    const again = (await answer('hello', {})).challenge;
    const stale = replacement.get(challengeOf('another'), { origin });
    expect(await answer('login', { challenge: again, assertion: stale })).toMatchObject({ error: 'PROOF' });
    // Who knows the name of a key, and has it not, keeps its owner out for no time.
    for (let n = 0; n < 8; n += 1) {
      const challenge = String((await answer('hello', {})).challenge);
      const { credentialId } = replacement.get(challenge, { origin });
      const assertion = { ...testAuthenticator().get(challenge, { origin }), credentialId };
      expect(await answer('login', { challenge, assertion })).toMatchObject({ error: 'PROOF' });
    }
    expect(await signIn(replacement)).toMatchObject({ status: 200 });
    const wrongRole = await signer.command(['approver:invite', '--name', 'finance', '--role', 'APPROVER']);
    expect(wrongRole).toMatchObject({ code: 1 });
  }));
