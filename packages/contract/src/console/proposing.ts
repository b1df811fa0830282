import { Type } from '@sinclair/typebox';
import { consolePaths } from '../console-paths.ts';
import { Id, OneOf } from '../schemas/shapes.ts';
import { route } from './route.ts';
import { reason } from './shapes.ts';

/** What the console proposes for a second person, by the name of its command. None of them reads a file: lines of terms are given whole. */
export const proposableActions = [
  'charge:adjust',
  'coin-up:fund',
  'coin-up:minimum',
  'coin-up:rate',
  'coin-up:switch',
  'cold:refill',
  'content:publish',
  'content:withdraw',
  'customer:contact-replace',
  'customer:leave',
  'customer:second-factor-remove',
  'customer:unfreeze',
  'deposit:credit-small',
  'deposit:settle',
  'deposit:write-off',
  'destination:add',
  'import:terms',
  'message:maintenance',
  'outage:credit',
  'outage:record',
  'pool:payment',
  'pool:undo',
  'setting:change',
  'staff:add',
  'staff:disable',
  'staff:enable',
  'staff:reset',
  'staff:role',
  'suspense:reopen',
  'suspense:settle',
  'tariff:set',
  'terms:set',
  'treasury:pay',
  'treasury:pay-in',
  'treasury:take-out',
  'withdrawal:fail',
  'withdrawal:offset',
  'withdrawal:online',
  'withdrawal:paid',
  'withdrawal:rule',
] as const;

/** Proposed on `/proposals/new`, in a form made of their options; every other action is proposed on the page of what it changes. */
export const formActions = [
  'charge:adjust',
  'cold:refill',
  'customer:second-factor-remove',
  'destination:add',
  'staff:add',
  'staff:disable',
  'staff:enable',
  'staff:reset',
  'staff:role',
  'suspense:reopen',
  'treasury:pay',
  'treasury:pay-in',
  'treasury:take-out',
] as const satisfies readonly (typeof proposableActions)[number][];

const proposed = {
  action: OneOf(proposableActions),
  /** The command's own options by name, as the command line has them. */
  options: Type.Record(Type.String({ pattern: '^[a-z-]{1,40}$' }), Type.String({ maxLength: 60_000 }), {
    maxProperties: 20,
    // What is called otherwise, `__proto__` among it, would be no text.
    additionalProperties: false,
  }),
};

/** In JSON a character takes up to six bytes. */
const largestBody = 400_000;

/** Actions that need two people, one after the other. */
export const proposingRoutes = {
  proposalForms: route(consolePaths.proposalForms, {
    access: 'staff',
    data: Type.Array(
      Type.Object({
        action: OneOf(formActions),
        fields: Type.Array(
          Type.Object({
            name: Type.String(),
            isRequired: Type.Boolean(),
            format: OneOf(['TEXT', 'DATE', 'CHOICE']),
            choices: Type.Array(Type.String()),
          }),
        ),
      }),
    ),
    summary: 'What the own role may propose in a form, with the options of each',
  }),
  previewProposal: route(consolePaths.previewProposal, {
    access: 'staff',
    roles: ['SUPPORT', 'OPERATIONS', 'FINANCE', 'ADMIN'],
    largestBody,
    input: proposed,
    data: Type.Object({ summary: Type.String() }),
    refusals: ['notOperable'],
    summary: 'What the second person would read of an action; changes nothing',
  }),
  propose: route(consolePaths.propose, {
    access: 'staff',
    roles: ['SUPPORT', 'OPERATIONS', 'FINANCE', 'ADMIN'],
    largestBody,
    input: { ...proposed, reason },
    data: Type.Object({ id: Id, summary: Type.String() }),
    refusals: ['notOperable'],
    summary: 'Stores an action until a second person approves it',
  }),
} as const;
