import { networks } from '../../platform/chains/chain-nodes.ts';
import { type Command, UsageError, wanted } from '../../platform/commands/command.ts';
import type { Database } from '../../platform/db/database.ts';
import { type StaffPorts, settingDeed } from '../../platform/staff/authority.ts';
import { type DeedResult, staffCommand } from '../../platform/staff/staff-command.ts';
import { nextNumber, raiseFloor } from './address.store.ts';

/** Keys below an extended public key have numbers under 2^31. */
const pastAll = 2 ** 31;

/**
 * `deposit:skip-addresses --network N --count C`: the next C addresses are given to nobody. For a database that is older than
 * what was told to customers: who got one of them meanwhile may be paid on it for ever, and nobody else may have it.
 */
export function skipAddressesCommand(database: Database, ports: StaffPorts): Command {
  return staffCommand(ports, settingDeed, ['network', 'count'], async (options, { authority, reason, now }) => {
    const network = networks.find((one) => one === wanted(options, 'network'));
    if (network === undefined) throw new UsageError(`--network is ${networks.join(' or ')}`);
    const count = readCount(wanted(options, 'count'));
    return database.transaction(async (dbTx): Promise<DeedResult> => {
      const first = await nextNumber(dbTx, network);
      const next = first + count;
      if (next >= pastAll) return { refused: `no address would be left behind number ${first}` };
      await raiseFloor(dbTx, network, next, now);
      const detail = { first, next };
      const subject = `addresses of ${network}`;
      await ports.recordAudit(dbTx, { at: now, authority, action: 'deposit:skip-addresses', subject, reason, detail });
      return { done: `${network}: ${first} to ${next - 1} are given to nobody, the next address is number ${next}` };
    });
  });
}

function readCount(text: string): number {
  if (/^[1-9]\d{0,6}$/.test(text)) return Number(text);
  throw new UsageError('--count is a whole number from 1 to 9999999');
}
