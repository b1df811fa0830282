import { parseAmount } from '@lode/money';
import type { Slices } from './app.ts';
import type { DemoPorts } from './features/demo/demo-ports.ts';
import { moneyDeed } from './platform/staff/authority.ts';
import type { Product } from './product.ts';

/** The demo's wishes as the use cases of the slices. The staff who sign for it are the demo's own. */
export function demoPorts({ database }: Product, slices: Slices): DemoPorts {
  const { identity, riskStatement, staff, machines, wallet, dayClose } = slices;

  async function authority() {
    const found = await staff.authorise(moneyDeed, { by: 'finance', approvedBy: 'approver' });
    if ('refusal' in found) throw new Error(found.refusal);
    return found;
  }

  async function credit(
    kind: 'init' | 'deposit-usdt',
    wish: { account: string; usdt: string; reason: string },
    now: Date,
  ) {
    const { account, usdt, reason } = wish;
    const result = await wallet.creditByHand({
      kind,
      account,
      amount: parseAmount(usdt, 'USDT'),
      reason,
      key: `demo ${account} ${reason}`,
      action: kind === 'init' ? 'credit' : 'deposit:manual',
      authority: await authority(),
      now,
    });
    if (result.outcome !== 'recorded' && result.outcome !== 'already-recorded') throw new Error(result.outcome);
  }

  return {
    async addStaff({ name, role, password }, now) {
      await staff.createStaff(database, { name, role, password, now });
    },
    addCustomer: ({ account, nickname, tags, payMode, password, fundsPassword }, now) =>
      database.transaction(async (dbTx) => {
        const id = await identity.createCustomer(dbTx, { account, nickname, tags }, now);
        if (id === null) return;
        await identity.outfitCustomer(dbTx, id, { password, fundsPassword });
        await wallet.setPayMode(dbTx, id, payMode);
        await riskStatement.confirmRisk(dbTx, { customerId: id, deviceId: null, now });
      }),
    giveOpeningCredit: (wish, now) => credit('init', wish, now),
    takeDeposit: (wish, now) => credit('deposit-usdt', wish, now),
    async importMachines(lines, now) {
      const result = await machines.importMachines(lines, now);
      if (result.outcome === 'refused') throw new Error(result.errors.map(({ reason }) => reason).join('; '));
    },
    async moveMachine({ machineNo, to, reason }, now) {
      const machineId = await machines.findMachineId(database, machineNo);
      if (machineId === null) throw new Error(`there is no machine ${machineNo}`);
      const { by } = await authority();
      const result = await machines.moveByStaff({ machineId, to, authority: { by, approver: null }, reason, now });
      // A seeding that goes on after a kill finds the move done.
      if (result.outcome !== 'changed' && !('from' in result && result.from === to)) throw new Error(result.outcome);
    },
    isClosed: (date) => dayClose.isClosed('mining', date),
    async closeMiningDay(date, now) {
      const result = await dayClose.closeMining(date, now);
      if (result.outcome !== 'closed') throw new Error(`demo day ${date} did not close`);
    },
  };
}
