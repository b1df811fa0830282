import type { Sentence } from '../../sentence.ts';
import type { ConsoleResult } from '../../staff/staff-command.ts';
import { type Refusal, refuse } from '../refusal.ts';

/** Why a use case would not do it, as the console shows it. */
export const refusedWith = ({ zh }: Sentence): Refusal => refuse('notOperable', { reason: zh });

/** What the console is answered where nothing but the change itself matters. */
export const answerOf = (result: ConsoleResult): null | Refusal =>
  'done' in result ? null : refusedWith(result.refused);
