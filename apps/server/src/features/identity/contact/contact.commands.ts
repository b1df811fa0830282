import type { Command } from '../../../platform/commands/command.ts';
import { customerOptions, nameOf } from '../../../platform/commands/customer-options.ts';
import { account, flag, text } from '../../../platform/commands/option.ts';
import { accessRoles, customerRoles, type ProposalPorts, type StaffPorts } from '../../../platform/staff/authority.ts';
import { proposableCommand } from '../../../platform/staff/proposable-command.ts';
import { staffCommand } from '../../../platform/staff/staff-command.ts';
import { changeProvedContact, describeReplacement, proveContact, replaceContact } from './change-contact.ts';
import { setSecondContact } from './second-contact.ts';
import { type ContactDeps, sendContactCodes } from './send-contact-codes.ts';

const group = 'Customers and machines';
const contactOptions = { ...customerOptions, to: account('the new phone number or e-mail address') };
const code = (summary: string) =>
  text({ placeholder: 'CODE', summary, longest: 6, pattern: /^\d{6}$/, expected: 'six digits' });

/** The contact of a customer, by the staff at the customer's request. */
export function contactCommands(deps: ContactDeps & StaffPorts & ProposalPorts): Record<string, Command> {
  return {
    'customer:contact-code': sendCommand(deps),
    'customer:contact-change': changeCommand(deps),
    'customer:contact-second': secondCommand(deps),
    'customer:contact-prove': proveCommand(deps),
    'customer:contact-replace': replaceCommand(deps),
  };
}

function sendCommand(deps: ContactDeps & StaffPorts): Command {
  return staffCommand(deps, customerRoles, {
    group,
    summary: 'Sends codes to the old and the new contact of a customer',
    options: { ...contactOptions, lost: flag('the old one is lost: it gets a warning instead of a code') },
    example: '--account 13800000001 --to 13900000001 --by support --reason "new number, ticket 4711"',
    effects: 'changes',
    run: ({ lost = false, to, ...options }, input) =>
      sendContactCodes(deps, { customer: nameOf(options), to, hasOldContact: !lost }, input),
  });
}

function changeCommand(deps: ContactDeps & StaffPorts): Command {
  return staffCommand(deps, customerRoles, {
    group,
    summary: 'Changes the contact of a customer by the codes that both contacts received',
    options: {
      ...contactOptions,
      code: code('the code that the new contact received'),
      'old-code': code('the code that the old contact received'),
    },
    example:
      '--account 13800000001 --to 13900000001 --code 123456 --old-code 654321 --by support --reason "ticket 4711"',
    effects: 'irreversible',
    run: ({ to, code: given, 'old-code': oldCode, ...options }, input) =>
      changeProvedContact(deps, { customer: nameOf(options), to, code: given, oldCode }, input),
  });
}

function secondCommand(deps: ContactDeps & StaffPorts): Command {
  return staffCommand(deps, customerRoles, {
    group,
    summary: 'Sets the second contact of a customer by the codes that both contacts received',
    options: {
      ...contactOptions,
      code: code('the code that the second contact received'),
      'old-code': code('the code that the contact received with which the customer logs in'),
    },
    example:
      '--account 13800000001 --to a@example.com --code 123456 --old-code 654321 --by support --reason "ticket 4711"',
    effects: 'changes',
    run: ({ to, code: given, 'old-code': oldCode, ...options }, input) =>
      setSecondContact(deps, { customer: nameOf(options), to, code: given, oldCode }, input),
  });
}

function proveCommand(deps: ContactDeps & StaffPorts): Command {
  return staffCommand(deps, customerRoles, {
    group,
    summary: 'Checks the code that the new contact of a customer received, the old one being lost',
    options: { ...contactOptions, code: code('the code that the new contact received') },
    example: '--account 13800000001 --to 13900000001 --code 123456 --by support --reason "lost phone, ticket 4711"',
    effects: 'changes',
    run: ({ to, code: given, ...options }, input) =>
      proveContact(deps, { customer: nameOf(options), to, code: given }, input),
  });
}

function replaceCommand(deps: ContactDeps & StaffPorts & ProposalPorts): Command {
  return proposableCommand('customer:contact-replace', deps, accessRoles, {
    group,
    summary: 'Replaces a lost contact by a proved one; withdrawals are held for 72 hours',
    options: contactOptions,
    example: '--account 13800000001 --to 13900000001 --by support --reason "identity card seen, ticket 4711"',
    effects: 'irreversible',
    describe: ({ to, ...options }, { clock }) =>
      describeReplacement(deps, { customer: nameOf(options), to }, clock.now()),
    run: ({ to, ...options }, input) => replaceContact(deps, { customer: nameOf(options), to }, input),
  });
}
