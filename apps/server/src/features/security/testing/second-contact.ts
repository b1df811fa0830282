import type { Command } from '../../../platform/commands/command.ts';
import type { TestApp, TestCustomer } from '../../../testing/app.ts';
import { runCommand } from '../../../testing/commands.ts';

/** Gives a customer a second contact as staff do: by a code to each of both. */
export async function addSecondContact(app: TestApp, customer: TestCustomer, to: string): Promise<void> {
  const opsCommands: Record<string, Command> = app.slices.identity.opsCommands;
  const of = `--id ${customer.id} --to ${to} --by support --reason asked`;
  const sent = await runCommand(app, opsCommands['customer:contact-code'], of);
  if (sent.exit !== 0) throw new Error(sent.failed.join());
  const codes = `--code ${await app.lastCode(to)} --old-code ${await app.lastCode(customer.account)}`;
  const set = await runCommand(app, opsCommands['customer:contact-second'], `${of} ${codes}`);
  if (set.exit !== 0) throw new Error(set.failed.join());
}
