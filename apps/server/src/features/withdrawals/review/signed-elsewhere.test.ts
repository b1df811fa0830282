// On a real bitcoind and the real signer: the terminal signs what the signer read from the bytes, and takes an approval that was
// signed on another machine; both pay.
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  type Approver,
  openApproverKey,
  readReviewFile,
  signApproval,
  signerLocation,
  writeApprovalFile,
} from '@lode/signing';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startBitcoinPayoutFixture } from '../../../testing/bitcoin-payout-fixture.ts';
import { paymentArgs } from '../../../testing/commands.ts';

const start = 120_000;
let world: Awaited<ReturnType<typeof startBitcoinPayoutFixture>>;
let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'lode-elsewhere-'));
  world = await startBitcoinPayoutFixture();
}, start);
afterAll(async () => {
  await world?.stop();
  await rm(folder, { recursive: true, force: true });
}, start);

const approvalsOf = async (id: string) => {
  const { rows } = await world.app.owner.query<{ approval: { text?: string } }>({
    text: 'select approval from withdrawal_review where withdrawal_id = $1 order by at, part desc',
    values: [id],
  });
  return rows.map(({ approval }) => approval);
};

it('signs the text of the signer at the terminal, and takes one that was signed elsewhere', {
  timeout: start,
}, async () => {
  const customer = await world.customer('0.5');
  const id = await world.applied(customer, await world.receiver(), '0.2');
  const shown = (name: string, role: string) =>
    world.ops('withdrawal:review', `--id ${id} --file ${join(folder, name)} --by ${role}`);
  expect(await shown('early', 'finance')).toMatchObject({ exit: 1 });
  await world.look();
  const args = await paymentArgs(world.app, id);
  expect((await world.ops('withdrawal:propose', `${args} --by finance`)).exit).toBe(0);
  expect((await approvalsOf(id))[0]?.text).toMatch(/pays 0\.19980000 BTC\nnetwork fee of this draft 0\.0000/);

  expect(await shown('review', 'approver')).toMatchObject({ exit: 0 });
  const { approvalRequest, by, text } = readReviewFile(await readFile(join(folder, 'review'), 'utf8'));
  const people = join(signerLocation({ DEMO: '1' }, world.signer.dataDir).folder, 'demo-approvers.json');
  const all = JSON.parse(await readFile(people, 'utf8')) as Approver[];
  const approver = all.find(({ name }) => name === 'approver');
  if (!approver) throw new Error('the demo has no approver');
  const key = await openApproverKey(approver, 'Lode@Console1');
  const approval = signApproval(key, by, approvalRequest, text);
  const [file, forged] = [join(folder, 'approval'), join(folder, 'forged')];
  await writeFile(file, writeApprovalFile({ approvalRequest, approval }));
  await writeFile(forged, writeApprovalFile({ approvalRequest: { ...approvalRequest, amount: '1' }, approval }));
  const submitted = (from: string) => world.ops('withdrawal:approve', `${args} --by approver --approval ${from}`);
  expect(await submitted(forged)).toMatchObject({
    exit: 1,
    failed: [expect.stringContaining('no approval by the key')],
  });
  expect(await submitted(file)).toMatchObject({ exit: 0 });
  expect((await approvalsOf(id))[1]?.text).toBe(text);

  await world.app.runJobs();
  await world.mine(3);
  expect(await world.record(customer, id)).toMatchObject({ thirdStatus: 'SUCCESS', received: '0.19980000' });
  await world.assertBooks();
});
