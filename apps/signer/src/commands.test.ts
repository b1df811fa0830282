/**
 * Proves on real processes the setup outside the demo: keys open with their passphrase only, only the signer's commands change the
 * policy, approvers are enrolled at its machine, and request files are signed offline.
 */
import { readFile, stat, truncate, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { approve, createApproverKey, keyFingerprint, readResponseFile, writeRequestFile } from '@lode/signing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { signKeyChangeFile } from './approve/approve.ts';
import { testPayments } from './testing/payments.ts';
import { passphrase, prepareSigner, type TestSigner } from './testing/start-signer.ts';

let signer: TestSigner;
const chains = {
  BITCOIN_CHAIN: 'regtest',
  EVM_CHAIN_ID: '31337',
  EVM_USDT_CONTRACT: '0x5FbDB2315678afecb367f032d93F642f64180aa3',
};
const secret = 'a long enough passphrase';
beforeAll(async () => {
  signer = await prepareSigner({ DEMO: '0', SIGNER_PASSPHRASE: secret, ...chains });
});
afterAll(() => signer.close());
const file = (name: string) => join(signer.folder, name);

describe('outside the demo', { timeout: 180_000 }, () => {
  it('creates nothing by itself, and never overwrites keys', async () => {
    expect(await signer.command(['serve'])).toMatchObject({ code: 1, output: expect.stringContaining('init') });
    expect((await signer.command(['init'], { SIGNER_PASSPHRASE: 'short' })).output).toContain('12 characters');
    expect((await signer.command(['init'], { SIGNER_PASSPHRASE: '' })).output).toContain('SIGNER_PASSPHRASE');
    expect((await signer.command(['init'])).code).toBe(0);
    expect((await stat(file('keys.json'))).mode & 0o077).toBe(0);
    expect((await signer.command(['init'])).output).toContain('is not overwritten');
    expect(await signer.command(['serve'], { SIGNER_PASSPHRASE: `${secret}!` })).toMatchObject({
      code: 1,
      output: expect.stringContaining('passphrase'),
    });
  });

  it('explains itself, and refuses a command line that it does not understand, before it reads its setup', async () => {
    const nowhere = { SIGNER_DIR: file('nowhere'), SIGNER_DEMO_APPROVERS: 'nonsense' };
    for (const args of [['--help'], ['serve', '-h'], ['help'], ['release', '--help']]) {
      const { code, output } = await signer.command(args, nowhere);
      expect({ args, code }).toEqual({ args, code: 0 });
      expect(output).toMatch(/^Usage: npm run signer[^]*serve\n[^]*release --payment ID --reason TEXT\n/);
    }
    for (const [args, flaw] of [
      [['nothing'], 'unknown command: nothing; --help explains'],
      [['toString'], 'unknown command: toString'],
      [['serve', '--quietly'], "serve: Unknown option '--quietly'"],
      [['release', '--payment', '7'], 'release: missing: --reason'],
      [['show', 'it'], 'show: Unexpected argument'],
    ] as const) {
      const { code, output } = await signer.command([...args], nowhere);
      expect({ args, code, output }).toEqual({ args, code: 2, output: expect.stringContaining(flaw) });
      expect(output.trim().split('\n')).toHaveLength(1);
    }
    await expect(stat(file('nowhere'))).rejects.toThrow('ENOENT');
  });

  it('a command in a folder without a signer fails and creates nothing', async () => {
    const elsewhere = { SIGNER_DIR: file('elsewhere'), SIGNER_KEYS: file('elsewhere/keys.json') };
    for (const command of [['show'], ['policy:set', '--file', 'p'], ['sign-file', '--in', 'a', '--out', 'b']])
      for (const DEMO of ['0', '1'])
        expect(await signer.command(command, { ...elsewhere, DEMO })).toMatchObject({
          code: 1,
          output: expect.stringMatching(/^refused: there is no signer in \S*elsewhere/),
        });
    await expect(stat(file('elsewhere'))).rejects.toThrow('ENOENT');
  });

  it('refuses a file that it cannot read or understand, in one line', async () => {
    await writeFile(file('nonsense'), 'not json');
    await writeFile(file('large'), '');
    await truncate(file('large'), 65 * 1024 * 1024);
    for (const command of [
      ['policy:set', '--file'],
      ['approver:sign', '--in'],
      ['sign-file', '--out', 'b', '--in'],
    ])
      for (const [given, flaw] of [
        ['none', 'none cannot be read: ENOENT'],
        ['nonsense', 'nonsense: '],
        ['large', 'large has more than 67108864 bytes'],
      ] as const) {
        const { code, output } = await signer.command([...command, file(given)]);
        expect({ command, code, output }).toEqual({ command, code: 1, output: expect.stringContaining(flaw) });
        expect(output).toMatch(/^refused: .*\n$/);
      }
  });

  it('does not start with settings that contradict the policy, or with a modified policy', async () => {
    expect((await signer.command(['serve'], { EVM_CHAIN_ID: '1' })).output).toContain("the signer's policy says 31337");
    const policy = await readFile(file('policy'), 'utf8');
    await writeFile(file('policy'), policy.replace('"approvalDays": 7', '"approvalDays": 70'));
    expect((await signer.command(['serve'])).output).toMatch(
      /^the signer does not start: .*modified outside the signer.*\n$/,
    );
    expect((await signer.command(['show'])).output).toMatch(/^refused: .*modified outside the signer.*\n$/);
    await writeFile(file('policy'), policy);
    expect((await signer.command(['show'])).output).toContain('"approvalDays": 7');
  });

  it('enrols each approver once with a unique key, verifies their approvals, and replaces one by two others', async () => {
    const [finance, approver, deputy] = [
      await createApproverKey('li.wei', passphrase, 16),
      await createApproverKey('chen', passphrase, 16),
      await createApproverKey('wang', passphrase, 16),
    ];
    const add = (name: string, role: string, key: string) =>
      signer.command(['approver:add', '--name', name, '--role', role, '--key', key]);
    expect((await add('li.wei', 'FINANCE', finance.publicKey)).code).toBe(0);
    expect((await add('chen', 'APPROVER', finance.publicKey)).code).not.toBe(0);
    expect((await add('li.wei', 'APPROVER', approver.publicKey)).code).not.toBe(0);
    expect((await add('chen', 'ADMIN', approver.publicKey)).code).not.toBe(0);
    expect((await add('chen', 'APPROVER', approver.publicKey)).code).toBe(0);
    expect((await add('wang', 'APPROVER', deputy.publicKey)).code).toBe(0);
    Object.assign(signer.approvers, {
      finance: { name: 'li.wei', role: 'FINANCE', sealedKey: finance.sealedKey },
      approver: { name: 'chen', role: 'APPROVER', sealedKey: approver.sealedKey },
    });

    await signer.start();
    const payments = await testPayments(signer);
    payments.bitcoin.close();
    expect(
      (await signer.command(['approver:add', '--name', 'x', '--role', 'FINANCE', '--key', deputy.publicKey])).output,
    ).toContain('another signer is running');
    const request = await payments.approved(await payments.bitcoinPayment('withdrawal:1'));
    const answer = await signer.client.sign(request);
    // After the name of the signer, three people and three changed policies.
    expect(answer).toMatchObject({ line: 8 });
    await signer.kill();

    // The same keys offline: a signed request returns the same bytes, a new one is signed.
    await writeFile(file('request'), writeRequestFile(request));
    expect((await signer.command(['sign-file', '--in', file('request'), '--out', file('answer')])).code).toBe(0);
    expect(readResponseFile(await readFile(file('answer'), 'utf8'), request)).toEqual(answer);

    expect((await signer.command(['approver:remove', '--name', 'chen'])).output).toContain('two people would be left');
    const replacement = await createApproverKey('chen', passphrase, 16);
    const newKey = { kind: 'SOFTWARE', publicKey: replacement.publicKey } as const;
    const replacing = await signer.command(['approver:replace', '--name', 'chen', '--key', newKey.publicKey]);
    expect(replacing.output).toMatch(/^change [0-9a-f]{16} of chen waits for the signatures of two other approvers/);
    const [, change = ''] = replacing.output.split(' ');
    for (const [name, { sealedKey }] of [
      ['li.wei', finance],
      ['wang', deputy],
    ] as const) {
      // Until the second one has signed, chen's first key still approves.
      await writeFile(file('request'), writeRequestFile(request));
      expect((await signer.command(['sign-file', '--in', file('request'), '--out', file('answer')])).code).toBe(0);
      const [asked, signature] = [file(`asked-${name}`), file(`signed-${name}`)];
      const command = ['approver:request', '--change', change, '--by', name, '--out', asked];
      expect(await signer.command(command)).toMatchObject({ code: 0 });
      const key = file(`key-${name}`);
      await writeFile(key, JSON.stringify({ name, sealedKey }));
      const answers = [keyFingerprint(newKey).slice(-19), passphrase];
      const ask = async () => answers.shift() ?? '';
      await signKeyChangeFile({ request: asked, key, out: signature }, { show: () => undefined, ask, askSecret: ask });
      expect((await signer.command(['approver:changes'])).output).toContain(`change ${change} asked at `);
      expect((await signer.command(['approver:sign', '--in', signature])).code).toBe(0);
      expect((await signer.command(['approver:sign', '--in', signature])).output).toMatch(/does not count: /);
    }
    expect((await signer.command(['show'])).output).not.toContain(approver.publicKey);
    expect((await signer.command(['approver:changes'])).output).toBe('no change waits\n');
    const late = await payments.approved(await payments.bitcoinPayment('withdrawal:2'));
    await writeFile(file('request'), writeRequestFile(late));
    expect((await signer.command(['sign-file', '--in', file('request'), '--out', file('answer')])).output).toContain(
      'refused: APPROVALS',
    );
    expect(readResponseFile(await readFile(file('answer'), 'utf8'), late)).toMatchObject({ refused: 'APPROVALS' });
    expect((await signer.command(['release', '--payment', 'withdrawal:1', '--reason', 'test'])).code).toBe(0);
    await writeFile(file('request'), writeRequestFile(request));
    expect((await signer.command(['sign-file', '--in', file('request'), '--out', file('answer')])).output).toContain(
      'ABANDONED',
    );
  });

  it('sets the policy from a valid file', async () => {
    const policy = JSON.parse((await signer.command(['show'])).output) as { erc20: { perPayment: string } };
    policy.erc20.perPayment = '1';
    await writeFile(file('wanted.json'), JSON.stringify(policy));
    // npm runs its scripts in the project's folder: the file is that of the person who called it.
    const byNpm = { npm_lifecycle_event: 'signer', INIT_CWD: signer.folder };
    expect((await signer.command(['policy:set', '--file', 'wanted.json'], byNpm)).code).toBe(0);
    expect((await signer.command(['policy:set', '--file', 'wanted.json'])).output).toContain('cannot be read: ENOENT');
    expect((await signer.command(['show'])).output).toContain('"perPayment": "1"');
    await writeFile(file('wanted.json'), JSON.stringify({ ...policy, approvers: [] }));
    expect((await signer.command(['policy:set', '--file', file('wanted.json')])).output).toContain('no approvers');
    await writeFile(file('wanted.json'), JSON.stringify({ ...policy, more: 1 }));
    expect((await signer.command(['policy:set', '--file', file('wanted.json')])).code).not.toBe(0);
  });

  it('an approval needs the approver’s passphrase', async () => {
    const approvalRequest = {
      paymentId: 'w:1',
      network: 'ERC20',
      chain: '1',
      coin: 'USDT',
      destination: 'ab'.repeat(20),
      amount: '1',
      feeCap: '1',
    } as const;
    await expect(
      approve(signer.approvers.finance, 'not their passphrase', approvalRequest, new Date()),
    ).rejects.toThrow('passphrase');
  });
});

describe('the demo', { timeout: 60_000 }, () => {
  it('refuses main nets, and prints its hot wallet on every start', async () => {
    const demo = await prepareSigner();
    expect((await demo.command(['serve'], { BITCOIN_CHAIN: 'main' })).output).toContain('test chains only');
    await demo.start();
    await demo.until('hot ERC20 0x');
    await demo.until('hot BITCOIN bcrt1');
    // Two signers on one journal could reuse the same inputs.
    expect((await demo.command(['serve'])).output).toContain('another signer is running');
    await demo.kill();
    await demo.start();
    await demo.until('hot ERC20 0x');
    await demo.close();
  });
});
