import { mkdtemp, rm } from 'node:fs/promises';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { alone } from './command.ts';
import type { SignerConfig } from './config.ts';

it('a command ends although a client is connected that asks nothing, as the server is', {
  timeout: 10_000,
}, async () => {
  const folder = await mkdtemp(join(tmpdir(), 'lode-signer-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  const socketPath = join(folder, 'socket');
  const client = connect({ path: join(folder, 'none') }).on('error', () => undefined);
  onTestFinished(() => void client.destroy());
  await alone({ folder, socketPath } as SignerConfig, async () => {
    client.connect({ path: socketPath });
    await new Promise((resolve) => client.once('connect', resolve));
  });
  expect(client.destroyed || (await new Promise((resolve) => client.once('close', () => resolve(true))))).toBe(true);
});
