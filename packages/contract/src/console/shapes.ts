import { type TSchema, Type } from '@sinclair/typebox';
import { Nullable } from '../schemas/shapes.ts';

export const text = (maxLength: number) => Type.String({ minLength: 1, maxLength });
export const name = text(64);
export const secret = text(128);

/** In a class of a pattern: other control characters than those of ASCII, marks of direction, separators of lines. */
export const unsafe = '\\u007f-\\u009f\\u061c\\u200e\\u200f\\u2028\\u2029\\u202a-\\u202e\\u2066-\\u2069';
/** For the audit log, in one line. */
const line = (maxLength: number) =>
  Type.String({ minLength: 1, maxLength, pattern: `^(?=.*\\S)[^\\u0000-\\u001f${unsafe}]+$` });
export const reason = line(500);
export const fileName = line(64);

/** Where a list goes on: of the answer before. */
export const cursorInput = { cursor: Type.Optional(text(400)) };

/** A part of a list, which the server bounds; null: it ends here. */
export const listOf = <Row extends TSchema>(row: Row) =>
  Type.Object({ records: Type.Array(row), nextCursor: Nullable(Type.String()) });
