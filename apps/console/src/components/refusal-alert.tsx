import { Alert } from 'antd';
import { errorText } from '../locales/zh/errors.ts';

/** Why it was refused. */
export function RefusalAlert({ error }: { error: Error | null }) {
  if (error === null) return null;
  return <Alert type="error" showIcon title={errorText(error)} />;
}
