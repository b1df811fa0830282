import type { StaffRow } from '../staff.store.ts';
import { type Proved, type ProveMemberDeps, proveMember } from './prove-member.ts';

export interface TerminalProof extends ProveMemberDeps {
  /** Reads a password at the terminal. */
  readonly ask: (question: string) => Promise<string>;
}

/** The member behind a name, by what is typed at the terminal: the password, and a code where the member has an app. */
export async function proveAtTerminal(deps: TerminalProof, name: string): Promise<StaffRow | { refusal: string }> {
  const password = await deps.ask(`password of ${name}: `);
  const guess = { name, password, code: null, caller: 'terminal' };
  let proved = await proveMember(deps, guess);
  if (proved.outcome === 'factor-needed' || proved.outcome === 'locked') {
    const code = await deps.ask(`code of the app of ${name}: `);
    if (code !== '') proved = await proveMember(deps, { ...guess, code });
  }
  return proved.outcome === 'proved' ? proved.member : { refusal: saidOf(name, proved) };
}

function saidOf(name: string, proved: Exclude<Proved, { outcome: 'proved' }>): string {
  switch (proved.outcome) {
    case 'disabled':
      return `${name} is disabled`;
    case 'locked':
      return `${name} is locked out until ${proved.until.toISOString()}: too many wrong guesses`;
    case 'factor-needed':
      return `${name} needs a code of the app`;
    case 'wrong':
      return proved.part === 'CODE'
        ? `that code of the app of ${name} is wrong, expired or already used: wait for the next one`
        : `that is not the password of ${name}`;
  }
}
