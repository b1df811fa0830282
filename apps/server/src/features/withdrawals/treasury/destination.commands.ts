import type { Command } from '../../../platform/commands/command.ts';
import { defineCommand } from '../../../platform/commands/command.ts';
import { choice, text } from '../../../platform/commands/option.ts';
import type { Database } from '../../../platform/db/database.ts';
import type { Sentence } from '../../../platform/sentence.ts';
import {
  moneyRoles,
  type NeededRoles,
  type ProposalPorts,
  type StaffPorts,
} from '../../../platform/staff/authority.ts';
import { proposableCommand } from '../../../platform/staff/proposable-command.ts';
import { needsSecond } from '../../../platform/staff/refusals.zh.ts';
import {
  type ConsoleResult,
  type StaffInput,
  type StaffResult,
  staffCommand,
} from '../../../platform/staff/staff-command.ts';
import { networkOf, withdrawCoins } from '../domain/coins.ts';
import { checkDestination, type ValidatedAddress, validateAddress } from '../request/validate-address.ts';
import type { RequestPorts } from '../withdrawal-ports.ts';
import {
  findDestination,
  insertDestination,
  lockDestinations,
  readDestinations,
  removeDestination,
} from './destination.repository.ts';
import * as say from './sentences.zh.ts';

export interface DestinationDeps
  extends StaffPorts,
    ProposalPorts,
    Pick<RequestPorts, 'checkAddress' | 'addressOf' | 'holdHours'> {
  database: Database;
}

const group = 'Money';
const hour = 3_600_000;
/** A longer list is not reviewed by people. */
const most = 50;
/** Either person may stop payments to an address. */
const removing: NeededRoles = { by: ['FINANCE', 'APPROVER'] };

export const destinationName = text({
  placeholder: 'NAME',
  summary: 'of the destination',
  longest: 32,
  pattern: /^[a-z][a-z0-9-]*$/,
  expected: say.destinationName,
});

const networks = withdrawCoins.map((coin) => networkOf[coin]);

interface Given {
  name: string;
  network: (typeof networks)[number];
  address: string;
}

type Checked = { address: string; addressKey: string } | { refused: Sentence };

/** Asks the network's node: outside a transaction. */
async function checkGiven({ database, checkAddress }: DestinationDeps, given: Given): Promise<Checked> {
  const { name, network, address } = given;
  const [coin = 'BTC'] = withdrawCoins.filter((one) => networkOf[one] === network);
  const checked = await checkDestination({ checkAddress }, { coin, network, address });
  const validated: ValidatedAddress = await validateAddress(database, checked);
  if (!validated.valid) return { refused: say.cannotBePaid(address, network, validated.reason) };
  if ((await findDestination(database, name)) !== null) return { refused: say.nameTaken(name) };
  return { address: validated.address, addressKey: validated.key };
}

/** Whatever the demo's holds for customers are: the database takes nothing shorter. */
const shortestHoldHours = 24;

async function add(
  deps: DestinationDeps,
  given: Given,
  { authority, reason, now }: StaffInput,
): Promise<ConsoleResult> {
  const checked = await checkGiven(deps, given);
  if ('refused' in checked) return checked;
  const { by, approver } = authority;
  if (approver === null) return { refused: needsSecond(say.aDestination) };
  const { name, network } = given;
  return deps.database.transaction(async (dbTx): Promise<ConsoleResult> => {
    await lockDestinations(dbTx);
    const all = await readDestinations(dbTx);
    if (all.some((one) => one.name === name)) return { refused: say.nameTaken(name) };
    if (all.length >= most) return { refused: say.mostDestinations(most) };
    const inForceFrom = new Date(now.getTime() + Math.max(deps.holdHours, shortestHoldHours) * hour);
    const people = { addedAt: now, addedBy: by.id, approvedBy: approver.id };
    const id = await insertDestination(dbTx, { name, network, ...checked, inForceFrom, ...people });
    const detail = { name, network, ...checked, inForceFrom: inForceFrom.toISOString() };
    const subject = `destination ${id}`;
    await deps.recordAudit(dbTx, { at: now, authority, action: 'destination:add', subject, reason, detail });
    return { done: say.added(name, checked.address, network, inForceFrom) };
  });
}

export function destinationCommands(deps: DestinationDeps): Record<string, Command> {
  return {
    'destination:add': proposableCommand('destination:add', deps, moneyRoles, {
      group,
      summary: 'Adds an address to which TREASURY may pay, after the security hold',
      options: {
        name: destinationName,
        network: choice(networks, 'of the address'),
        address: text({
          placeholder: 'ADDRESS',
          summary: 'to be paid',
          longest: 128,
          pattern: /^[A-Za-z0-9]+$/,
          expected: say.anAddress,
        }),
      },
      example:
        '--name cold-vault --network BITCOIN --address bc1qar0srrr7xfkvy5l643lydnw9re59gtzzwf5mdq --by finance --approved-by approver --reason "new vault"',
      effects: 'irreversible',
      async describe(given) {
        const checked = await checkGiven(deps, given);
        if ('refused' in checked) return checked;
        return { summary: say.mayPay(given.name, checked.address, given.network) };
      },
      run: (given, input) => add(deps, given, input),
    }),
    'destination:remove': staffCommand(deps, removing, {
      group,
      summary: 'Removes a destination: what is not broadcast to it is not paid',
      options: { name: destinationName },
      example: '--name cold-vault --by approver --reason "vault was closed"',
      effects: 'irreversible',
      run: ({ name }, { authority, reason, now }) =>
        deps.database.transaction(async (dbTx): Promise<StaffResult> => {
          const id = await removeDestination(dbTx, name, now, authority.by.id);
          if (id === null) return { refused: `there is no destination ${name}` };
          const subject = `destination ${id}`;
          const detail = { name };
          await deps.recordAudit(dbTx, { at: now, authority, action: 'destination:remove', subject, reason, detail });
          return { done: `${name} is no destination any more` };
        }),
    }),
    'destination:list': destinationListCommand(deps),
  };
}

function destinationListCommand({ database, addressOf }: Pick<DestinationDeps, 'database' | 'addressOf'>): Command {
  return defineCommand({
    group,
    summary: 'Lists the addresses to which TREASURY may pay',
    options: {},
    example: '',
    effects: 'reads',
    fields: {
      name: 'of the destination',
      network: 'BITCOIN or ERC20',
      address: 'that is paid',
      inForceFrom: 'not paid before',
      isInForce: 'whether it can be paid now',
    },
    async run(_input, { print, clock }) {
      for (const { name, network, addressKey, inForceFrom } of await readDestinations(database)) {
        const address = addressOf(network, addressKey);
        const isInForce = inForceFrom <= clock.now();
        const since = inForceFrom.toISOString();
        const fields = { name, network, address, inForceFrom: since, isInForce };
        print(`${name} ${network} ${address}, ${isInForce ? 'since' : 'not before'} ${since}`, fields);
      }
      return 0;
    },
  });
}
