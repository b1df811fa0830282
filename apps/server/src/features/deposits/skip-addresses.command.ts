import { networks } from '../../platform/chains/chain-nodes.ts';
import type { Command } from '../../platform/commands/command.ts';
import { choice, integer } from '../../platform/commands/option.ts';
import type { Database } from '../../platform/db/database.ts';
import { type StaffPorts, settingRoles } from '../../platform/staff/authority.ts';
import { type StaffResult, staffCommand } from '../../platform/staff/staff-command.ts';
import { nextNumber, raiseFloor } from './address.store.ts';

/** Keys below an extended public key have numbers under 2^31. */
const pastAll = 2 ** 31;

/** After a restore from an older backup: a customer may have been shown an address that the database does not know. */
export function skipAddressesCommand(database: Database, ports: StaffPorts): Command {
  return staffCommand(ports, settingRoles, {
    group: 'Money',
    summary: 'Never assigns the next deposit addresses, after a restore',
    options: {
      network: choice(networks, 'the network'),
      count: integer({ min: 1, max: 9_999_999 }, 'how many addresses'),
    },
    example: '--network BITCOIN --count 100000 --by admin --approved-by approver --reason "restored from a backup"',
    effects: 'irreversible',
    run: ({ network, count }, { authority, reason, now }) =>
      database.transaction(async (dbTx): Promise<StaffResult> => {
        const first = await nextNumber(dbTx, network);
        const next = first + count;
        if (next >= pastAll) return { refused: `no address would be left behind number ${first}` };
        await raiseFloor(dbTx, network, next, now);
        const detail = { first, next };
        const subject = `addresses of ${network}`;
        await ports.recordAudit(dbTx, {
          at: now,
          authority,
          action: 'deposit:skip-addresses',
          subject,
          reason,
          detail,
        });
        return { done: `${network}: ${first} to ${next - 1} are never assigned, the next address is number ${next}` };
      }),
  });
}
