import { assertBooksBalance, customerAccount, houseAccount, readBalances } from '@lode/ledger';
import { parseAmount } from '@lode/money';
import { type TestApp, type TestCustomer, testFundsPassword } from '../../../testing/app.ts';
import { addStaff, runCommand } from '../../../testing/commands.ts';
import { giveTo, giveToTreasury } from '../../../testing/gift.ts';
import { type SavingsCoin, walletAccount } from '../savings-coin.ts';

const two = '--by admin --approved-by approver --reason r';
const twoForMoney = '--by finance --approved-by approver';

let keys = 0;

/** COIN UP in a test: what staff and customers do, through the commands and calls of the product. */
export function savingsFixture(app: TestApp) {
  const ops = (name: string, args: string) => runCommand(app, app.slices.coinUp.opsCommands[name] as never, args);
  const accountOf = (customerId: bigint, coin: SavingsCoin, account: 'wallet' | 'COIN_UP_ACCOUNT' | 'INCOME_ACCOUNT') =>
    customerAccount(customerId, account === 'wallet' ? walletAccount[coin] : account, coin);

  return {
    ops,
    /** Staff, the switch, and money in the fund. */
    async open({ btc = '1', usdt = '10000' } = {}): Promise<void> {
      await addStaff(app);
      await mustDo(ops('coin-up:switch', `--to on ${two}`));
      if (btc !== '0') await this.payIn('BTC', btc);
      if (usdt !== '0') await this.payIn('USDT', usdt);
    },
    /** From the treasury, with money of the operator's own. */
    async payIn(coin: SavingsCoin, amount: string): Promise<void> {
      await giveToTreasury(app, coin, parseAmount(amount, coin));
      await mustDo(
        ops('coin-up:fund', `--coin ${coin} --amount ${amount} --key k${++keys} --reason fund ${twoForMoney}`),
      );
    },
    /** A customer who never logs in. */
    async addSaver(): Promise<bigint> {
      const account = `137${String(++keys).padStart(8, '0')}`;
      const id = await app.slices.identity.createCustomer(app.database, { account, nickname: '', tags: [] });
      if (id === null) throw new Error(`${account} exists already`);
      return id;
    },
    /** Money that a customer has, in minor units. */
    give: (customerId: bigint, coin: SavingsCoin, amount: bigint) =>
      giveTo(app, accountOf(customerId, coin, 'wallet'), coin, amount),
    subscribe: (customer: TestCustomer, coin: SavingsCoin, amount: string, confirm = false) =>
      app.call(
        'coinUpSubscribe',
        { coin, amount, password: testFundsPassword, confirm },
        { ...customer.caller, requestId: `request-${++keys}` },
      ),
    redeem: (customer: TestCustomer, coin: SavingsCoin, amount: string, account?: 'INCOME_ACCOUNT') =>
      app.call(
        'coinUpRedeem',
        { coin, amount, password: testFundsPassword, ...(account && { account }) },
        { ...customer.caller, requestId: `request-${++keys}` },
      ),
    detail: (customer: TestCustomer, coin: SavingsCoin) => app.data('coinUpDetail', { coin }, customer.caller),
    records: async (customer: TestCustomer, direction?: 'IN' | 'OUT' | 'INCOMES') =>
      (await app.data('coinUpPage', { size: 100, ...(direction && { direction }) }, customer.caller)).records,
    async close(date: string): Promise<string[]> {
      const result = await app.slices.dayClose.closeCoinUp(date, app.clock.now());
      if (result.outcome !== 'closed') throw new Error(JSON.stringify(result));
      return result.lines;
    },
    async balance(customerId: bigint, coin: SavingsCoin, account: Parameters<typeof accountOf>[2]): Promise<bigint> {
      const id = accountOf(customerId, coin, account);
      return (await readBalances(app.database, [id])).get(id)?.posted ?? 0n;
    },
    async fund(coin: SavingsCoin): Promise<bigint> {
      const id = houseAccount('INTEREST_FUND', coin);
      return (await readBalances(app.database, [id])).get(id)?.posted ?? 0n;
    },
    assertBooks: () =>
      assertBooksBalance(app.database, [...app.slices.coinUp.bookChecks, ...app.slices.dayClose.bookChecks]),
  };
}

async function mustDo(command: Promise<{ exit: number; failed: string[] }>): Promise<void> {
  const { exit, failed } = await command;
  if (exit !== 0) throw new Error(failed.join('\n'));
}
