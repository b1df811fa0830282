import { Alert } from '@lode/ui';
import { passwordHoldWords as words } from '../locales/zh/password-hold.ts';

/** Says, before anything is typed, that withdrawals wait after a change of password. */
export function PasswordHoldAlert({ after }: { after: keyof typeof words }) {
  return <Alert tone="warn">{words[after]}</Alert>;
}
