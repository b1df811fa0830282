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
  'content:publish',
  'content:withdraw',
  'customer:contact-replace',
  'customer:leave',
  'customer:second-factor-remove',
  'customer:unfreeze',
  'deposit:credit-small',
  'deposit:settle',
  'deposit:write-off',
  'import:terms',
  'message:maintenance',
  'outage:credit',
  'outage:record',
  'pool:payment',
  'pool:undo',
  'setting:change',
  'suspense:reopen',
  'suspense:settle',
  'tariff:set',
  'terms:set',
  'withdrawal:fail',
  'withdrawal:offset',
  'withdrawal:online',
  'withdrawal:paid',
  'withdrawal:rule',
] as const;

const proposed = {
  action: OneOf(proposableActions),
  /** The command's own options by name, as the command line has them. */
  options: Type.Record(Type.String({ pattern: '^[a-z-]{1,40}$' }), Type.String({ maxLength: 60_000 }), {
    maxProperties: 20,
  }),
};

/** In JSON a character takes up to six bytes. */
const largestBody = 400_000;

/** Actions that need two people, one after the other. */
export const proposingRoutes = {
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
