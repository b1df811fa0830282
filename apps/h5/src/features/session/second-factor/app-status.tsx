import type { Data } from '@lode/contract';
import { Button, Card, KeyValues, Sheet, shanghaiTime } from '@lode/ui';
import { useState } from 'react';
import { call } from '../../../lib/api/call.ts';
import { secondFactorMessages as messages } from '../../../locales/zh/second-factor.ts';
import { Removal } from './removal.tsx';
import styles from './second-factor.module.css';

interface AppStatusProps {
  setAt: string;
  customer: Data<'userInfo'>;
  onRemoved: () => void;
}

/** The authenticator app that is set. */
export function AppStatus({ setAt, customer, onRemoved }: AppStatusProps) {
  const [isRemoving, setRemoving] = useState(false);
  return (
    <>
      <Card title={messages.app}>
        <KeyValues items={[{ label: messages.setAt, value: shanghaiTime(setAt) }]} />
        <div className={styles.action}>
          <Button variant="quiet" size="s" onClick={() => setRemoving(true)}>
            {messages.remove}
          </Button>
        </div>
      </Card>
      <Sheet open={isRemoving} title={messages.remove} onClose={() => setRemoving(false)}>
        <Removal
          customer={customer}
          text={messages.removeText}
          action={messages.remove}
          remove={(values, options) => call('secondFactorRemove', values, options)}
          onRemoved={onRemoved}
        />
      </Sheet>
    </>
  );
}
