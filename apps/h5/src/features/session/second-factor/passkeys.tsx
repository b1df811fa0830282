import type { Data } from '@lode/contract';
import { Button, Card, Row, Sheet, shanghaiTime, toast } from '@lode/ui';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { call } from '../../../lib/api/call.ts';
import { hasPasskeys, isBrowserAble } from '../../../lib/passkey.ts';
import { passkeyMessages as messages } from '../../../locales/zh/passkey.ts';
import { AddPasskey } from './add-passkey.tsx';
import { Removal } from './removal.tsx';
import styles from './second-factor.module.css';

interface PasskeysProps {
  state: Data<'secondFactor'>;
  customer: Data<'userInfo'>;
  onAdded: (recoveryCodes: readonly string[]) => void;
}

type Passkey = Data<'secondFactor'>['passkeys'][number];

/** The customer's passkeys; one can be added where the browser has them. */
export function Passkeys({ state, customer, onAdded }: PasskeysProps) {
  const queryClient = useQueryClient();
  const [isAdding, setAdding] = useState(false);
  const [chosen, setChosen] = useState<Passkey | null>(null);
  const { passkeys, passkeyHost } = state;
  if (passkeyHost === null) return null;
  const isOffered = hasPasskeys(passkeyHost);
  return (
    <>
      <Card title={messages.title}>
        {passkeys.map((passkey) => (
          <Row
            key={passkey.id}
            icon="lock"
            title={passkey.name}
            caption={<Times {...passkey} />}
            value={
              <Button variant="quiet" size="s" onClick={() => setChosen(passkey)}>
                {messages.remove}
              </Button>
            }
          />
        ))}
        {passkeys.length === 0 && <p className={styles.none}>{messages.none}</p>}
        <p className={styles.hint}>
          {isOffered ? messages.intro : isBrowserAble() ? messages.otherHost(passkeyHost) : messages.unsupported}
        </p>
        {isOffered && customer.hasPassword && (
          <div className={styles.add}>
            {/* The stronger of the two ways comes first, and it alone is primary. */}
            <Button block icon="lock" onClick={() => setAdding(true)}>
              {messages.add}
            </Button>
          </div>
        )}
      </Card>
      <Sheet open={isAdding} title={messages.add} onClose={() => setAdding(false)}>
        <AddPasskey
          customer={customer}
          onAdded={(recoveryCodes) => {
            setAdding(false);
            toast(messages.added, { icon: 'success' });
            onAdded(recoveryCodes);
          }}
        />
      </Sheet>
      <Sheet open={chosen !== null} title={messages.removeTitle} onClose={() => setChosen(null)}>
        <Removal
          customer={customer}
          text={messages.removeText}
          action={messages.removeTitle}
          remove={(values, options) => call('passkeyRemove', { ...values, id: chosen?.id ?? '' }, options)}
          onRemoved={() => {
            setChosen(null);
            toast(messages.removed, { icon: 'success' });
            void queryClient.invalidateQueries();
          }}
        />
      </Sheet>
    </>
  );
}

function Times({ addedAt, lastUsedAt }: Passkey) {
  return (
    <>
      <span className={styles.line}>{messages.addedAt(shanghaiTime(addedAt))}</span>
      <span className={styles.line}>
        {lastUsedAt === null ? messages.neverUsed : messages.usedAt(shanghaiTime(lastUsedAt))}
      </span>
    </>
  );
}
