/** Joins class names and drops falsy ones: `classes('a', isOn && 'b')`. */
export function classes(...names: (string | false | null | undefined)[]): string {
  return names.filter(Boolean).join(' ');
}
