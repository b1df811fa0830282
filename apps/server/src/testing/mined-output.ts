import { customerAccount, houseAccount, postTransfer } from '@lode/ledger';
import type { TestApp } from './app.ts';

interface MinedOutput {
  machineId: bigint;
  customerId: bigint;
  date: string;
  coin: 'BTC' | 'ETH';
  net: bigint;
}

/** What a machine mined on a closed day, in the list of outputs and in the ledger; the balance is spent. */
export async function recordMinedOutput(app: TestApp, output: MinedOutput): Promise<void> {
  const { machineId, customerId, date, coin, net } = output;
  await app.owner.query({
    text: `insert into machine_output (machine_id, date, coin, customer_id, hashrate, running_seconds, gross, pool_fee, net)
           values ($1, $2, $3, $4, '50', 86400, $5, 0, $5)`,
    values: [machineId, date, coin, customerId, net],
  });
  const account = customerAccount(customerId, 'OUTPUT_ACCOUNT', coin);
  const common = { amount: net, date, sourceId: machineId };
  await postTransfer(app.database, {
    key: `mined ${machineId} ${date} ${coin}`,
    input: {},
    kind: 'given',
    businessDate: date,
    postedAt: app.clock.now(),
    postings: [
      { ...common, from: houseAccount('MINING_RECEIVABLE', coin), to: account, type: 'MINING_OUTPUT' },
      { ...common, from: account, to: houseAccount('WITHDRAWAL_FEE_REVENUE', coin), type: 'WITHDRAW_OFFSET' },
    ],
  });
}
