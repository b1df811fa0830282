import { parseAmount } from '@lode/money';
import { Alert, Amount, Button } from '@lode/ui';
import type { ReactNode } from 'react';
import { href } from '../../../lib/routes.ts';
import { deviceMessages as messages } from '../../../locales/zh/devices.ts';
import type { MachineDetail } from '../machine.ts';
import styles from './detail.module.css';

/** Why the machine does not earn and how to resume; nothing for a running machine without debt. */
export function MachineAlert({
  machine,
  owedInAll,
}: {
  machine: MachineDetail;
  /** Of all machines: this one runs again when all of it is paid. */
  owedInAll: string | undefined;
}) {
  const alert = alertOf(machine, owedInAll);
  return alert && <div className={styles.heroAlert}>{alert}</div>;
}

function alertOf(machine: MachineDetail, owedInAll = machine.owed): ReactNode {
  const { status, owed, wantedStatus, contractEnded } = machine;
  if (parseAmount(owed, 'USDT') > 0n || status === 'ARREAR') {
    return (
      <Alert
        tone="bad"
        action={
          <Button variant="dark" size="s" href={href('recharge', { coin: 'USDT' })}>
            {messages.toElectricity}
          </Button>
        }
      >
        {messages.arrearOwed} <Amount size="inline" value={owed} coin="USDT" debit />
        {parseAmount(owedInAll, 'USDT') > parseAmount(owed, 'USDT') && (
          <>
            {messages.comma}
            <span className={styles.phrase}>
              {messages.owedInAll} <Amount size="inline" value={owedInAll} coin="USDT" debit />
            </span>
          </>
        )}
        {status === 'ARREAR' && (
          <>
            {messages.stop}
            <span className={styles.phrase}>
              {wantedStatus === 'SUSPEND' ? messages.arrearStaysOff : messages.arrearPaid}
            </span>
          </>
        )}
      </Alert>
    );
  }
  if (contractEnded) return <Alert>{messages.notices.contractEnded}</Alert>;
  if (status === 'WAITING' || status === 'REPAIR' || status === 'ENCAPSULATION') {
    return <Alert>{messages.notices[status]}</Alert>;
  }
  return null;
}
