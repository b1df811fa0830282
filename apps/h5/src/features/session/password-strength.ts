export type PasswordStrength = 'weak' | 'fair' | 'strong';

/** Estimates strength by length and variety; null for an empty password. */
export function strengthOf(password: string): PasswordStrength | null {
  const signs = [...password];
  if (signs.length === 0) return null;
  const kinds = [/[a-z]/, /[A-Z]/, /\d/, /[^A-Za-z\d]/].filter((kind) => kind.test(password)).length;
  const isVaried = new Set(signs).size * 2 > signs.length;
  if (signs.length < 8 || kinds < 2 || !isVaried) return 'weak';
  return signs.length >= 12 && kinds >= 3 ? 'strong' : 'fair';
}
