/** Where a login goes on: a path of this console, never another site. A URL loses its tabs and line breaks: `/\t/host` is another site. */
export function ownPath(to: string | null): string {
  return to !== null && /^\/(?![/\\])[\x21-\x7e]*$/.test(to) && !/^\/(login|set-up)\b/.test(to) ? to : '/';
}
