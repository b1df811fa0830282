import { DecimalError, formatAmount, parseAmount } from '@lode/money';
import type { Command } from '../../platform/commands/command.ts';
import { amount, id } from '../../platform/commands/option.ts';
import type { Database } from '../../platform/db/database.ts';
import { rowId } from '../../platform/http/page.ts';
import { machineRoles, type StaffPorts } from '../../platform/staff/authority.ts';
import { staffCommand } from '../../platform/staff/staff-command.ts';
import { purchasePrice } from './machine-cells.ts';
import { recordPurchasePrice } from './purchase-price.ts';

export function purchasePriceCommand(database: Database, ports: StaffPorts): Command {
  return staffCommand(ports, machineRoles, {
    group: 'Customers and machines',
    summary: 'Records what a customer paid for a machine: the customer sees how much of it came back',
    options: { id: id('the machine'), price: amount('the price in USDT, at most 10000000') },
    example: '--id 7 --price 2400 --by operations --reason "order 2026-118"',
    effects: 'changes',
    async run({ id: machine, price: typed }, { authority, reason, now }) {
      const machineId = rowId(machine);
      const price = readPrice(typed);
      if (price === null) return { refused: `${typed} is not a price above 0 with at most 6 decimals` };
      if (machineId === null) return { refused: `there is no machine ${machine}` };
      return database.transaction(async (dbTx) => {
        const recorded = { machineId, price, staffName: authority.by.name };
        const machineNo = await recordPurchasePrice(dbTx, recorded, now);
        if (machineNo === null) return { refused: `there is no machine ${machine}` };
        const detail = { price: formatAmount(price, 'USDT') };
        const subject = `machine ${machineId}`;
        await ports.recordAudit(dbTx, {
          at: now,
          authority,
          action: 'machine:purchase-price',
          subject,
          reason,
          detail,
        });
        return { done: `machine ${machine}: bought for ${formatAmount(price, 'USDT')} USDT` };
      });
    },
  });
}

function readPrice(typed: string): bigint | null {
  try {
    const price = parseAmount(typed, 'USDT');
    return purchasePrice.isAllowed(price) ? price : null;
  } catch (error) {
    if (error instanceof DecimalError) return null;
    throw error;
  }
}
