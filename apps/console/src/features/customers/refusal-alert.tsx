import { Alert } from 'antd';
import { CallError } from '../../lib/call.ts';
import { customerChangeTexts as texts } from '../../locales/zh/customers.ts';
import { errorText } from '../../locales/zh/errors.ts';

/** What was refused, with the reason that the use case gives. */
export function RefusalAlert({ error }: { error: Error | null }) {
  if (error === null) return null;
  const said = error instanceof CallError ? (error.data as { reason?: string } | null)?.reason : undefined;
  return <Alert type="error" showIcon title={errorText(error)} description={said && texts.refusal(said)} />;
}
