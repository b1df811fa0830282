import { Type } from '@sinclair/typebox';
import { consolePaths } from '../console-paths.ts';
import { AccountInput, CodeInput, Id } from '../schemas/shapes.ts';
import { route } from './route.ts';
import { reason, unsafe } from './shapes.ts';

const tags = Type.Array(Type.String({ minLength: 1, maxLength: 64, pattern: `^[^,\\s\\u0000-\\u001f${unsafe}]+$` }), {
  maxItems: 20,
});

/** What one member of the staff changes of a customer. What needs two people is proposed. */
export const customerChangeRoutes = {
  createCustomer: route(consolePaths.createCustomer, {
    access: 'staff',
    roles: ['SUPPORT', 'FINANCE', 'ADMIN'],
    input: {
      account: AccountInput,
      nickname: Type.String({ maxLength: 64, pattern: `^[^\\u0000-\\u001f${unsafe}]*$` }),
      tags,
      reason,
    },
    data: Type.Object({ id: Id }),
    refusals: ['notOperable'],
    summary: 'Creates a customer without a password, who chooses one with a code',
  }),
  disableCustomer: route(consolePaths.disableCustomer, {
    access: 'staff',
    roles: ['FINANCE', 'APPROVER', 'ADMIN'],
    input: { id: Id, reason },
    data: Type.Null(),
    refusals: ['notOperable'],
    summary: 'Disables a customer: every call is refused until it is enabled again',
  }),
  enableCustomer: route(consolePaths.enableCustomer, {
    access: 'staff',
    roles: ['FINANCE', 'ADMIN'],
    input: { id: Id, reason },
    data: Type.Null(),
    refusals: ['notOperable'],
    summary: 'Enables a customer again, who has to log in again',
  }),
  endCustomerSessions: route(consolePaths.endCustomerSessions, {
    access: 'staff',
    roles: ['SUPPORT', 'FINANCE', 'ADMIN'],
    input: { id: Id, reason },
    data: Type.Null(),
    refusals: ['notOperable'],
    summary: 'Ends every session of a customer, who has to log in again',
  }),
  changeCustomer: route(consolePaths.changeCustomer, {
    access: 'staff',
    roles: ['SUPPORT', 'FINANCE', 'ADMIN'],
    input: {
      id: Id,
      nickname: Type.Optional(Type.String({ maxLength: 64, pattern: `^[^\\u0000-\\u001f${unsafe}]*$` })),
      addTags: Type.Optional(tags),
      removeTags: Type.Optional(tags),
      reason,
    },
    data: Type.Null(),
    refusals: ['notOperable'],
    summary: 'Changes the name and the tags of a customer',
  }),
  sendContactCodes: route(consolePaths.sendContactCodes, {
    access: 'staff',
    roles: ['SUPPORT', 'FINANCE', 'ADMIN'],
    input: { id: Id, to: AccountInput, hasOldContact: Type.Boolean(), reason },
    data: Type.Null(),
    refusals: ['notOperable'],
    summary: 'Sends codes to the old and the new contact; a lost one is warned instead',
  }),
  changeContact: route(consolePaths.changeContact, {
    access: 'staff',
    roles: ['SUPPORT', 'FINANCE', 'ADMIN'],
    input: { id: Id, to: AccountInput, code: CodeInput, oldCode: CodeInput, reason },
    data: Type.Null(),
    refusals: ['notOperable'],
    summary: 'Changes the contact of a customer by the codes that both contacts received',
  }),
  proveContact: route(consolePaths.proveContact, {
    access: 'staff',
    roles: ['SUPPORT', 'FINANCE', 'ADMIN'],
    input: { id: Id, to: AccountInput, code: CodeInput, reason },
    data: Type.Null(),
    refusals: ['notOperable'],
    summary: 'Checks the code that a new contact received, the old one being lost; for a day it may be proposed',
  }),
} as const;
