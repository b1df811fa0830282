import { normaliseAccount } from '@lode/contract';
import { formatAmount } from '@lode/money';
import { type Command, defineCommand } from '../../platform/commands/command.ts';
import { account, choice, date, id, optional, UsageError } from '../../platform/commands/option.ts';
import { rowId } from '../../platform/http/page.ts';
import type { Sentence } from '../../platform/sentence.ts';
import { moneyRoles, type ProposalPorts, type StaffPorts } from '../../platform/staff/authority.ts';
import { type Described, proposableCommand } from '../../platform/staff/proposable-command.ts';
import { type ExplainDeps, type Explanation, explainArrival, planExplanation } from './explain.ts';
import { varianceOption } from './pool.commands.ts';
import { type PoolPaymentInput, planPoolPayment, recordPoolPayment } from './pool-payment.ts';
import { poolCoins } from './pool-payments.store.ts';
import * as say from './sentences.zh.ts';

const group = 'Money';
const day = 86_400_000;

export function suspenseListCommand({ database, listOrigins }: ExplainDeps): Command {
  return defineCommand({
    group,
    summary: 'Lists what stands in SUSPENSE, each with its origin',
    options: {},
    example: '',
    effects: 'reads',
    fields: {
      origin: 'arrival (suspense:settle, pool:payment) or deposit (deposit:settle)',
      id: 'of the origin',
      network: 'BITCOIN or ERC20',
      coin: 'BTC, USDT or ETH',
      amount: 'below zero: the coins are gone and were spent, explained or credited',
      address: 'where it arrived',
      purpose: 'of that address: FUNDING, POOL, OTHER, COLD or CUSTOMER',
      txid: 'of the arrival',
      since: 'when it came to stand there',
      ageDays: 'days since then',
    },
    async run(_input, { print, clock }) {
      for (const one of await listOrigins(database)) {
        const { origin, network, coin, address, purpose, txid } = one;
        const amount = formatAmount(one.amount, coin);
        const ageDays = Math.max(0, Math.floor((clock.now().getTime() - one.since.getTime()) / day));
        const since = one.since.toISOString();
        const fields = { origin, id: String(one.id), network, coin, amount, address, purpose, txid, since, ageDays };
        print(`${origin} ${one.id} ${amount} ${coin} ${network} ${purpose} ${txid}, ${ageDays} days`, fields);
      }
      return 0;
    },
  });
}

interface Given {
  id: string;
  as: 'treasury' | 'pool' | 'customer';
  account?: string | undefined;
  coin?: PoolPaymentInput['coin'] | undefined;
  from?: string | undefined;
  to?: string | undefined;
  variance?: string | undefined;
}

type Owner = { pool: PoolPaymentInput } | { explanation: Explanation } | { refused: Sentence };

function readInput(given: Given): Owner {
  const arrivalId = rowId(given.id);
  if (arrivalId === null) return { refused: say.noArrival(given.id) };
  if (given.as === 'treasury') return { explanation: { arrivalId, as: 'TREASURY' } };
  if (given.as === 'customer') {
    if (given.account === undefined) throw new UsageError(say.customerNeedsAccount);
    const customer = normaliseAccount(given.account);
    if (customer === null) return { refused: say.notAccount(given.account) };
    return { explanation: { arrivalId, as: 'CUSTOMER', account: customer } };
  }
  const { coin = 'BTC', from, to, variance } = given;
  if (from === undefined || to === undefined) throw new UsageError(say.poolNeedsPeriod);
  return { pool: { coin, from, to, source: { arrivalId }, variance: variance?.trim() ?? null } };
}

export function suspenseExplainCommand(deps: ExplainDeps & StaffPorts & ProposalPorts): Command {
  return proposableCommand('suspense:settle', deps, moneyRoles, {
    group,
    summary: 'Says whose an arrival in SUSPENSE is: treasury’s, a pool’s payment, a customer’s',
    options: {
      id: id('the arrival'),
      as: choice(['treasury', 'pool', 'customer'], 'what it is; an arrival below zero is covered by treasury'),
      account: optional(account('of the customer that is credited, as with a deposit')),
      coin: optional(choice(poolCoins, 'of the pool’s payment'), 'BTC'),
      from: optional(date('of the pool’s payment: the first mining day')),
      to: optional(date('of the pool’s payment: the last mining day')),
      variance: optional(varianceOption),
    },
    example: '--id 12 --as treasury --by finance --approved-by approver --reason "sent to the wrong address"',
    effects: 'irreversible',
    async describe(given) {
      const input = readInput(given);
      if ('refused' in input) return input;
      return deps.database.transaction<Described>((dbTx) =>
        'pool' in input ? planPoolPayment(dbTx, deps, input.pool) : planExplanation(dbTx, deps, input.explanation),
      );
    },
    async run(given, staffInput) {
      const input = readInput(given);
      if ('refused' in input) return input;
      return 'pool' in input
        ? recordPoolPayment(deps, input.pool, staffInput, 'suspense:settle')
        : explainArrival(deps, input.explanation, staffInput);
    },
  });
}
