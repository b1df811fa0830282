import { formatAmount } from '@lode/money';
import { type Command, defineCommand } from '../../../platform/commands/command.ts';
import { text } from '../../../platform/commands/option.ts';
import type { Database } from '../../../platform/db/database.ts';
import { payerText } from '../domain/coins.ts';
import { statusText } from '../request/spec-status.ts';
import { findByNumber } from '../withdrawal.repository.ts';

const number = text({
  placeholder: 'NUMBER',
  summary: 'as the customer reads it',
  longest: 20,
  pattern: /^W\d{8}-[0-9A-Za-z]{10}$/i,
  expected: 'a number such as W20261122-7KQ4M9XZAB',
});

/** For a customer who calls: customers know the number alone, the other commands take the id. */
export function findWithdrawalCommand({ database }: { database: Database }): Command {
  return defineCommand({
    group: 'Withdrawals',
    summary: 'Finds a withdrawal by the number that its customer reads',
    options: { number },
    example: '--number W20261122-7KQ4M9XZAB',
    effects: 'reads',
    fields: {
      id: 'of the withdrawal, as the other commands take it',
      number: 'by which its customer speaks of it',
      customer: 'its customer; null of a payment out of TREASURY',
      coin: 'its coin',
      amount: 'its amount',
      status: 'as the API names it',
    },
    async run({ number: given }, { print }) {
      const found = await findByNumber(database, given.toUpperCase());
      if (found === null) {
        print(`there is no withdrawal ${given}`);
        return 1;
      }
      const { id, number, customerId, coin, phase } = found;
      const amount = formatAmount(found.amount, coin);
      const status = statusText(phase);
      print(`withdrawal ${id} of ${payerText(found)}, ${number}: ${amount} ${coin}, ${status}`, {
        id: `${id}`,
        number,
        customer: customerId === null ? null : `${customerId}`,
        coin,
        amount,
        status,
      });
      return 0;
    },
  });
}
