/** Joins class names and leaves out what does not apply: `classes('a', isOn && 'b')`. */
export function classes(...names: (string | false | null | undefined)[]): string {
  return names.filter(Boolean).join(' ');
}
