import { FormatRegistry, TypeRegistry } from '@sinclair/typebox';

/**
 * What TypeBox cannot check by itself. Registered once, with the shapes that use it: a checker compiled from a schema of
 * this package then knows every format and kind in it.
 */
TypeRegistry.Set<{ enum: readonly unknown[] }>('OneOf', (schema, value) => schema.enum.includes(value));

FormatRegistry.Set('date', isCalendarDay);
FormatRegistry.Set('date-time', isInstant);

const firstYear = 1970;

/** A day that exists, in a year that a record can have. */
function isCalendarDay(text: string): boolean {
  const midnight = new Date(`${text}T00:00:00.000Z`);
  return (
    !Number.isNaN(midnight.getTime()) &&
    midnight.toISOString().slice(0, 10) === text &&
    midnight.getUTCFullYear() >= firstYear
  );
}

/** An instant as `Date.toISOString` writes it. */
function isInstant(text: string): boolean {
  const instant = new Date(text);
  return !Number.isNaN(instant.getTime()) && instant.toISOString() === text;
}
