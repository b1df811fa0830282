import { messageKinds } from '@lode/contract/schemas';
import { houseAccount, inputHash, postTransfer } from '@lode/ledger';
import { parseAmount } from '@lode/money';
import { pastWithdrawalPorts } from './compose-demo-withdrawals.ts';
import type { Slices } from './composition/slices.ts';
import { demoContentReason, pictureOf } from './features/demo/demo-content.ts';
import type { DemoPorts } from './features/demo/demo-ports.ts';
import { demoContact, demoFaq } from './features/demo/demo-support.ts';
import { businessDate } from './platform/clock/clock.ts';
import { isRefusal } from './platform/http/refusal.ts';
import { claimRequest, keepAnswer } from './platform/money-call/money-request.store.ts';
import { englishOf } from './platform/sentence.ts';
import { moneyRoles, settingRoles, supportRoles } from './platform/staff/authority.ts';
import type { Product } from './product.ts';

/** The demo's inputs as the use cases of the slices. The staff who sign for it are the demo's own. */
export function demoPorts({ database }: Pick<Product, 'database'>, slices: Slices): DemoPorts {
  const {
    identity,
    content,
    riskDisclosure,
    staff,
    settings,
    machines,
    electricity,
    wallet,
    coinUp,
    dayClose,
    inbox,
    support,
  } = slices;

  async function authority() {
    const found = await staff.authorise(moneyRoles, { by: 'finance', approvedBy: 'approver' });
    if ('refusal' in found) throw new Error(found.refusal);
    return found;
  }

  async function credit(
    kind: 'init' | 'deposit-usdt' | 'deposit-btc',
    input: { account: string; coin: 'BTC' | 'USDT'; amount: string; reason: string },
    now: Date,
  ) {
    const { account, coin, amount, reason } = input;
    const result = await wallet.creditByHand({
      kind,
      account,
      amount: parseAmount(amount, coin),
      reason,
      key: `demo ${account} ${reason}`,
      action: kind === 'init' ? 'credit' : 'deposit:manual',
      authority: await authority(),
      now,
    });
    if (result.outcome !== 'recorded' && result.outcome !== 'already-recorded') throw new Error(result.outcome);
  }

  /** Money of the operator's own, by hand, once. */
  async function putIntoTreasury(coin: 'BTC' | 'USDT', amount: bigint, now: Date) {
    const date = businessDate(now);
    const accounts = { from: houseAccount('CASH', coin), to: houseAccount('TREASURY', coin) };
    await postTransfer(database, {
      key: `demo treasury ${coin}`,
      input: { amount },
      kind: 'demo-treasury',
      businessDate: date,
      postedAt: now,
      postings: [{ ...accounts, type: 'TREASURY_MOVE', amount, date }],
    });
  }

  return {
    ...pastWithdrawalPorts(database, slices),
    addStaff: (members, now) => staff.seedStaff(database, members, now),
    addCustomer: ({ account, nickname, tags, payMode, password, fundsPassword }, now) =>
      database.transaction(async (dbTx) => {
        const id = await identity.createCustomer(dbTx, { account, nickname, tags }, now);
        if (id === null) return;
        await identity.seedDemoCredentials(dbTx, id, { password, fundsPassword });
        await electricity.setPayMode(dbTx, id, payMode);
        await riskDisclosure.confirmRisk(dbTx, { customerId: id, deviceId: null, now });
      }),
    giveOpeningCredit: ({ account, usdt, reason }, now) =>
      credit('init', { account, coin: 'USDT', amount: usdt, reason }, now),
    takeDeposit: (input, now) => credit(input.coin === 'BTC' ? 'deposit-btc' : 'deposit-usdt', input, now),
    async publishContent(input, now) {
      const { picture: _, ...words } = input;
      const names = await staff.authorise(settingRoles, { by: 'admin', approvedBy: 'approver' });
      if ('refusal' in names) throw new Error(names.refusal);
      const staffInput = { authority: names, reason: demoContentReason, now };
      const result = await content.publishContent({ ...words, image: pictureOf(input) }, staffInput);
      if (result.outcome === 'refused') throw new Error(`${input.name}: ${result.why.en}`);
    },
    announceMaintenance: ({ site, text }, now) => inbox.announceMaintenance(database, { site, text, at: now }),
    async publishSupport(now) {
      const found = await staff.authorise(settingRoles, { by: 'admin', approvedBy: 'approver' });
      if ('refusal' in found) throw new Error(found.refusal);
      const old = await settings.settingsAt(database, ['support.contact'], now);
      if (old['support.contact'].name !== null) return;
      await database.transaction(async (dbTx) => {
        for (const [key, value] of [
          ['support.contact', demoContact],
          ['support.faq', demoFaq],
        ] as const) {
          const version = { value, effectiveFrom: now, changedBy: 'staff:admin', reason: demoContentReason };
          const refusal = await settings.changeSetting(dbTx, key, version, now);
          if (refusal !== null) throw new Error(refusal.en);
          await staff.recordAudit(dbTx, {
            at: now,
            authority: found,
            action: 'setting:change',
            subject: `setting ${key}`,
            reason: demoContentReason,
            detail: { value: JSON.stringify(value), from: now.toISOString() },
          });
        }
      });
    },
    async askSupport(thread, now) {
      const by = await staff.authorise(supportRoles, { by: 'support' });
      if ('refusal' in by) throw new Error(by.refusal);
      await support.askOfDemo({ ...thread, staffId: by.by.id }, now);
    },
    readMessages: () => inbox.markOlderReadOfDemo(database, messageKinds, 4),
    async openCoinUp(fund, now) {
      const { 'coin-up.open': isOpen } = await settings.settingsAt(database, ['coin-up.open'], now);
      const version = { value: true, effectiveFrom: now, changedBy: 'staff:admin', reason: fund.openingReason };
      if (!isOpen) await settings.changeSetting(database, 'coin-up.open', version, now);
      for (const coin of ['BTC', 'USDT'] as const) {
        await putIntoTreasury(coin, parseAmount(fund.treasury[coin], coin), now);
        await coinUp.payFundIn({
          coin,
          amount: parseAmount(fund.amounts[coin], coin),
          from: 'TREASURY',
          reason: fund.reason,
          key: `demo ${coin}`,
          authority: await authority(),
          now,
        });
      }
    },
    saveOrTakeOut: ({ account, call, coin, amount, key }, now) =>
      database.transaction(async (dbTx) => {
        const customerId = await identity.findCustomerId(dbTx, account);
        if (customerId === null) throw new Error(`there is no customer ${account}`);
        // A seeding that goes on after a kill finds the request carried out, as a customer's app would.
        const request = { customerId, call, requestId: key };
        if (!(await claimRequest(dbTx, request, inputHash(key), now))) return;
        const input = { customerId, coin, amount, confirm: true, key: `coin-up:${customerId} ${key}`, now };
        const orders = { subscribe: coinUp.subscribe, redeem: coinUp.redeem, 'redeem-interest': coinUp.redeemInterest };
        const order = await orders[call](dbTx, input);
        if (isRefusal(order)) throw new Error(`${account} could not ${key}: ${order.envelope.message}`);
        await keepAnswer(dbTx, request, null);
      }),
    isCoinUpClosed: (date) => dayClose.isClosed('coin-up', date),
    async closeCoinUpDay(date, now) {
      const result = await dayClose.closeCoinUp(date, now);
      if (result.outcome !== 'closed') throw new Error(`savings of demo day ${date} did not close`);
    },
    async importMachines(lines, now) {
      const result = await machines.importMachines(lines, now);
      if (result.outcome === 'refused')
        throw new Error(result.errors.map(({ reason }) => englishOf(reason)).join('; '));
    },
    async moveMachine({ machineNo, to, reason }, now) {
      const machineId = await machines.findMachineId(database, machineNo);
      if (machineId === null) throw new Error(`there is no machine ${machineNo}`);
      // A seeding that goes on after a kill finds the move done.
      if (await machines.hasMoved(database, machineId, to, now)) return;
      const { by } = await authority();
      const result = await machines.moveByStaff({ machineId, to, authority: { by, approver: null }, reason, now });
      if (result.outcome !== 'changed') throw new Error(`${machineNo} to ${to}: ${result.outcome}`);
    },
    isClosed: (date) => dayClose.isClosed('mining', date),
    async closeMiningDay(date, now) {
      const result = await dayClose.closeMining(date, now);
      if (result.outcome !== 'closed') throw new Error(`demo day ${date} did not close`);
    },
  };
}
