/** Carries an event out in the product, as the person or the task would that causes it. */
import { testFundsPassword } from '../../../apps/server/src/testing/app.ts';
import type { Action, Coin, MachineFacts, OutageScope, SimulatedEvent, TermsChange } from '../events.ts';
import { type Answer, type Company, done, refused } from './company.ts';

const twoForMoney = ['--by', 'finance', '--approved-by', 'approver', '--reason', 'simulated'];
const twoForTerms = ['--by', 'operations', '--approved-by', 'approver', '--reason', 'simulated'];
const twoForSettings = ['--by', 'admin', '--approved-by', 'approver', '--reason', 'simulated'];

const scales: Record<Coin, number> = { BTC: 8, ETH: 8, DOGE: 8, USDT: 6 };

/** Minor units as people write them. */
function decimal(amount: bigint, scale: number): string {
  const digits = (amount < 0n ? -amount : amount).toString().padStart(scale + 1, '0');
  const fraction = digits.slice(digits.length - scale).replace(/0+$/, '');
  const whole = `${amount < 0n ? '-' : ''}${digits.slice(0, digits.length - scale)}`;
  return fraction === '' ? whole : `${whole}.${fraction}`;
}
const amountIn = (coin: Coin, amount: bigint): string => decimal(amount, scales[coin]);
const instant = (at: number): string => new Date(at).toISOString();
const dayLength = 86_400_000;

export function carryOut(company: Company, event: SimulatedEvent, count: number): Promise<Answer> {
  company.app.clock.set(new Date(event.at));
  return perform(company, event, `simulated-${count}`);
}

async function perform(company: Company, action: Action, key: string): Promise<Answer> {
  const { app, command, callerOf } = company;
  const now = app.clock.now();
  switch (action.do) {
    case 'add-customer':
      await company.addCustomer(action.customer);
      return done;
    case 'import-machines': {
      const answer = await importMachines(company, action.machines);
      await company.readMachineIds();
      return answer;
    }
    case 'network-day':
      return addNetworkDay(company, action);
    case 'prices':
      return company.importFile(
        'import:prices',
        'date,coin,usdt',
        Object.entries(action.usdt).map(([coin, usdt]) => `${action.date},${coin},${decimal(usdt, 6)}`),
      );
    case 'pool-report':
      return company.importFile(
        'import:pool-report',
        'date,machineNo,coin,gross,poolFee',
        action.reports.map(
          ({ machine, coin, gross, fee }) =>
            `${action.date},${machine},${coin},${decimal(gross, 8)},${decimal(fee, 8)}`,
        ),
      );
    case 'tariff': {
      const { site, price, from } = action;
      return command('tariff:set', '--site', site, '--price', price, '--from', from, ...twoForTerms);
    }
    case 'terms':
      return changeTerms(company, action.changes);
    case 'cancel-terms': {
      const id = idOf(company, action.machine);
      return command('terms:set', '--id', id, '--from', action.from, '--cancel', ...twoForTerms);
    }
    case 'customer-move': {
      const name = action.to === 'RUNNING' ? 'machineActive' : 'machineSuspend';
      const input = { id: idOf(company, action.machine) };
      return answerOf(await app.call(name, input, await callerOf(action.customer)));
    }
    case 'staff-move': {
      const to = action.to === null ? [] : ['--to', action.to];
      const people = ['--by', 'operations', '--reason', 'simulated'];
      return command('machine:status', '--id', idOf(company, action.machine), ...to, ...people);
    }
    case 'pay-mode': {
      const mode = action.outputFirst ? 'OUTPUT_FIRST' : 'PREPAID_FIRST';
      return answerOf(await app.call('setPayMode', { mode }, await callerOf(action.customer)));
    }
    case 'tick':
      for (const tick of company.ticks) await tick(now);
      return done;
    case 'close-mining':
      return closed(await company.dayClose.closeMining(action.date, now));
    case 'close-savings':
      return closed(await company.dayClose.closeCoinUp(action.date, now));
    case 'deposit-by-hand': {
      const { customer, coin, amount } = action;
      const what = ['--account', customer, '--coin', coin, '--amount', amountIn(coin, amount)];
      return command('deposit:manual', ...what, '--key', key, ...twoForMoney);
    }
    case 'promotion': {
      const what = ['--account', action.customer, '--amount', amountIn('USDT', action.amount)];
      return command('credit', '--kind', 'feedback', ...what, '--key', key, ...twoForMoney);
    }
    case 'correct': {
      const { machine, date, what, coin, amount } = action;
      const about = ['--id', idOf(company, machine), '--date', date, '--kind', what, '--coin', coin];
      return command('charge:adjust', ...about, '--amount', amountIn(coin, amount), '--key', key, ...twoForMoney);
    }
    case 'leave': {
      const receipt = action.hasReceipt ? ['--receipt', 'paid by hand'] : [];
      const args = ['customer:leave', '--account', action.customer, ...receipt, '--reason', 'simulated'] as const;
      return byTwo(company, action, 'finance', [...args]);
    }
    case 'record-outage': {
      const { scope, from, to, status } = action;
      const time = ['--from', instant(from), '--to', to === null ? 'open' : instant(to)];
      return byTwo(company, action, 'operations', [
        'outage:record',
        ...scopeArgs(company, scope),
        ...time,
        '--status',
        status,
        '--reason',
        'simulated',
      ]);
    }
    case 'credit-outage': {
      const { scope, from, to, keepsOutput } = action;
      const time = from % dayLength === 0 && to % dayLength === 0 ? wholeDays(from, to) : [instant(from), instant(to)];
      return byTwo(company, action, 'finance', [
        'outage:credit',
        ...scopeArgs(company, scope),
        '--from',
        time[0],
        '--to',
        time[1],
        ...(keepsOutput ? ['--keep-output'] : []),
        '--reason',
        '机房停电',
      ]);
    }
    case 'correct-hosting': {
      const { machine, month, customer, coin, amount } = action;
      const about = ['--id', idOf(company, machine), '--month', month.slice(0, 7), '--kind', 'hosting', '--coin', coin];
      const whose = ['--customer', String(company.customers.get(customer)?.id)];
      const units = amountIn(coin, amount);
      return command('charge:adjust', ...about, ...whose, '--amount', units, '--key', key, ...twoForMoney);
    }
    case 'coins-arrive': {
      const places = { FUNDING: 0, POOL: 1 };
      const place = typeof action.to === 'object' ? action.to : places[action.to];
      const id = await company.coinsArrive(place, action.amount);
      if (id !== null) company.arrivals.set(action.arrival, id);
      return done;
    }
    case 'pool-payment': {
      const { coin, from, to, source } = action;
      const given =
        'arrival' in source
          ? ['--arrival', String(company.arrivals.get(source.arrival))]
          : ['--amount', amountIn(coin, source.byHand)];
      const period = ['--coin', coin, '--from', from, '--to', to];
      return command('pool:payment', ...period, ...given, '--variance', 'its own count', ...twoForMoney);
    }
    case 'settle': {
      const as = action.as === 'treasury' ? ['treasury'] : ['customer', '--account', action.as.customer];
      const id = String(company.arrivals.get(action.arrival));
      return command('suspense:settle', '--id', id, '--as', ...as, ...twoForMoney);
    }
    case 'subscribe': {
      const { coin, amount } = action;
      const input = { coin, amount: amountIn(coin, amount), password: testFundsPassword, confirm: true };
      const caller = { ...(await callerOf(action.customer)), requestId: key };
      return answerOf(await app.call('coinUpSubscribe', input, caller));
    }
    case 'redeem':
    case 'redeem-interest': {
      const { coin, amount } = action;
      const account = action.do === 'redeem' ? ('COIN_UP_ACCOUNT' as const) : ('INCOME_ACCOUNT' as const);
      const input = { coin, amount: amountIn(coin, amount), password: testFundsPassword, account };
      const caller = { ...(await callerOf(action.customer)), requestId: key };
      return answerOf(await app.call('coinUpRedeem', input, caller));
    }
    case 'pay-fund': {
      const { coin, amount, from } = action;
      const what = ['--coin', coin, '--amount', amountIn(coin, amount), '--from', from, '--key', key];
      return command('coin-up:fund', ...what, ...twoForMoney);
    }
    case 'rate': {
      const { coin, percent, from } = action;
      return command('coin-up:rate', '--coin', coin, '--apy', percent, '--from', from, ...twoForSettings);
    }
  }
}

function answerOf({ code, message }: { code: number; message: string }): Answer {
  return code === 200 ? done : refused(`${code} ${message}`);
}

function closed(result: Awaited<ReturnType<Company['dayClose']['closeMining']>>): Answer {
  if (result.outcome === 'closed') return done;
  return refused(result.outcome === 'refused' ? result.reasons.join('; ') : 'it is closed already');
}

function idOf({ machineIds }: Company, machine: string): string {
  return String(machineIds.get(machine));
}

const scopeArgs = (company: Company, scope: OutageScope): string[] =>
  'site' in scope ? ['--site', scope.site] : ['--machine', idOf(company, scope.machine)];

const wholeDays = (from: number, to: number) => [instant(from).slice(0, 10), instant(to - 1).slice(0, 10)] as const;

/** Both at once, or one who proposes it and another who approves it then. */
async function byTwo(
  { command, propose }: Company,
  { isProposed }: { isProposed: boolean },
  by: string,
  [name, ...args]: [string, ...string[]],
): Promise<Answer> {
  if (!isProposed) return command(name, ...args, '--by', by, '--approved-by', 'approver');
  const proposed = await propose(name, ...args, '--by', by);
  return typeof proposed === 'string' ? command('approve', '--id', proposed, '--by', 'approver') : proposed;
}

function importMachines({ importFile }: Company, machines: readonly MachineFacts[]): Promise<Answer> {
  const header =
    'machineNo,account,model,coin,hashrate,hashrateUnit,powerWatts,purchaseKind,site,electricityPrice,poolFeeRate,startTime,endTime,hostingFeeMonthly';
  const lines = machines.map((facts) => {
    const { no, owner, model, coin, hashrate, powerWatts, kind, site, price, poolFee, start, end, hostingFee } = facts;
    const times = [instant(start), end === null ? '' : instant(end)];
    const fee = hostingFee === null ? '' : decimal(hostingFee, 6);
    const unit = coin === 'BTC' ? 'TH/s' : 'MH/s';
    return [no, owner, model, coin, hashrate, unit, powerWatts, kind, site, price, poolFee, ...times, fee].join(',');
  });
  return importFile('import:machines', header, lines);
}

async function changeTerms(company: Company, changes: readonly TermsChange[]): Promise<Answer> {
  const cells = changes.map(({ machine, from, patch }) => ({
    machine,
    from,
    owner: patch.owner ?? '',
    site: patch.site ?? '',
    hashrate: patch.hashrate ?? '',
    power: patch.powerWatts === undefined ? '' : String(patch.powerWatts),
    'pool-fee': patch.poolFee ?? '',
    'hosting-fee': patch.hostingFee === undefined ? '' : decimal(patch.hostingFee, 6),
    end: patch.end === undefined ? '' : patch.end === null ? 'none' : instant(patch.end),
  }));
  const [first] = cells;
  if (cells.length === 1 && first) {
    const { machine, from, ...terms } = first;
    const given = Object.entries(terms).filter(([, value]) => value !== '');
    const options = given.flatMap(([name, value]) => [`--${name}`, value]);
    return company.command('terms:set', '--id', idOf(company, machine), '--from', from, ...options, ...twoForTerms);
  }
  const header = 'machineNo,from,owner,site,hashrate,powerWatts,poolFeeRate,hostingFeeMonthly,endTime';
  const lines = cells.map((line) => Object.values(line).join(','));
  return company.importFile('import:terms', header, lines, ...twoForTerms);
}

/** A file has one difficulty a day; a day with two comes from a node, and is put where the node's reader puts it. */
async function addNetworkDay(
  { importFile, app }: Company,
  { date, blocks, subsidies, fees, epochs }: Extract<Action, { do: 'network-day' }>,
): Promise<Answer> {
  const [first] = epochs;
  if (epochs.length === 1 && first) {
    const line = [date, blocks, first.difficulty, decimal(subsidies, 8), decimal(fees, 8)].join(',');
    return importFile('import:network-days', 'date,blocks,difficulty,subsidySum,feeSum', [line]);
  }
  await app.owner.query({
    text: `insert into network_day (coin, date, blocks, subsidy_sum, fee_sum, epochs, source, created_at)
           values ('BTC', $1, $2, $3, $4, $5, 'import', $6)`,
    values: [date, blocks, subsidies, fees, JSON.stringify(epochs), app.clock.now()],
  });
  return done;
}
