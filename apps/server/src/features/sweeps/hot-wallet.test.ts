// A network that is not open says nothing about its hot wallet: exit code 2 is not taken for one that is short.
import { expect, it } from 'vitest';
import { manualClock } from '../../platform/clock/clock.ts';
import type { Database } from '../../platform/db/database.ts';
import { runCommandWith } from '../../testing/commands.ts';
import { hotWalletCommand } from './hot-wallet.command.ts';

const database = { query: () => Promise.reject(new Error('no database here')) } as unknown as Database;

it('is not possible now while no network is open', async () => {
  const command = hotWalletCommand({
    database,
    nodes: { open: async () => ({ closed: 'no node is configured' }) },
    readWaiting: async () => new Map(),
  });
  expect(await runCommandWith({ database, clock: manualClock('2026-03-10T04:00:00Z') }, command, [])).toEqual({
    exit: 2,
    printed: [],
    failed: ['BITCOIN is not open: no node is configured', 'ERC20 is not open: no node is configured'],
  });
});
