/** Where a login goes on: a path of this console, never another site. */
export function ownPath(to: string | null): string {
  return to !== null && /^\/(?![/\\])/.test(to) && !/^\/(login|set-up)\b/.test(to) ? to : '/';
}
