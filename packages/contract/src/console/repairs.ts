import { Type } from '@sinclair/typebox';
import { consolePaths } from '../console-paths.ts';
import { noteAudiences, repairStatuses } from '../record-states.ts';
import { Id, Nullable, OneOf, Time } from '../schemas/shapes.ts';
import { route } from './route.ts';
import { cursorInput, listOf, name, reason, unsafe } from './shapes.ts';

const status = OneOf(repairStatuses);
const roles = ['SUPPORT', 'OPERATIONS', 'ADMIN'] as const;
const written = (maxLength: number) =>
  Type.String({ minLength: 1, maxLength, pattern: `^(?=.*\\S)[^\\u0000-\\u001f${unsafe}]+$` });

/** Another one after each change and each note; who has read an older one changes nothing. */
const version = Type.Integer({ minimum: 1 });

const ticket = Type.Object({
  id: Id,
  machine: Id,
  machineNo: Type.String(),
  /** The present owner. */
  customer: Id,
  site: Type.String(),
  title: Type.String(),
  status,
  assignee: Nullable(Type.String()),
  openedBy: Type.String(),
  openedAt: Time,
  changedAt: Time,
  version,
});

/** Repairs of machines, with notes for the staff and for the owner. */
export const repairRoutes = {
  repairList: route(consolePaths.repairList, {
    access: 'staff',
    input: {
      /** Absent: those that are open, or every one of the machine. */
      status: Type.Optional(status),
      machine: Type.Optional(Id),
      assignee: Type.Optional(name),
      ...cursorInput,
    },
    data: listOf(ticket),
    summary: 'Repair tickets, the newest first',
  }),
  repair: route(consolePaths.repair, {
    access: 'staff',
    input: { id: Id },
    data: Type.Object({
      ticket,
      /** The newest first. */
      notes: Type.Array(
        Type.Object({
          id: Id,
          by: Type.String(),
          audience: OneOf(noteAudiences),
          text: Type.String(),
          at: Time,
        }),
      ),
    }),
    summary: 'One repair ticket with its notes',
  }),
  openRepair: route(consolePaths.openRepair, {
    access: 'staff',
    roles,
    input: { machine: Id, title: written(100) },
    data: Type.Object({ id: Id }),
    refusals: ['notOperable'],
    summary: 'Opens a repair ticket for a machine that has none open',
  }),
  noteRepair: route(consolePaths.noteRepair, {
    access: 'staff',
    roles,
    input: { id: Id, version, audience: OneOf(noteAudiences), text: written(500) },
    data: Type.Null(),
    refusals: ['notOperable'],
    summary: 'Writes a note to a repair ticket; one for the customer is a message to the owner',
  }),
  changeRepair: route(consolePaths.changeRepair, {
    access: 'staff',
    roles,
    input: {
      id: Id,
      version,
      status: Type.Optional(status),
      /** Null: none has it. */
      assignee: Type.Optional(Nullable(name)),
      reason,
    },
    data: Type.Null(),
    refusals: ['notOperable'],
    summary: 'Gives a repair ticket another status or assignee; one that is done stays so',
  }),
} as const;
