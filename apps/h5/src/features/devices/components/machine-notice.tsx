import { parseAmount } from '@lode/money';
import { Alert, Amount, Button } from '@lode/ui';
import { href } from '../../../lib/routes.ts';
import { deviceWords as words } from '../../../locales/zh/devices.ts';
import type { MachineDetail } from '../machine.ts';
import styles from './detail.module.css';

/** Why the machine does not earn and how to resume; nothing for a running machine without debt. */
export function MachineNotice({ machine }: { machine: MachineDetail }) {
  const { status, owed, wantedStatus, contractEnded } = machine;
  if (parseAmount(owed, 'USDT') > 0n || status === 'ARREAR') {
    return (
      <Alert
        tone="bad"
        action={
          <Button variant="dark" size="s" href={href('electric_record')}>
            {words.toElectricity}
          </Button>
        }
      >
        {words.arrearOwed} <Amount size="inline" value={owed} coin="USDT" />
        {status === 'ARREAR' && (
          <>
            {words.comma}
            <span className={styles.phrase}>
              {wantedStatus === 'SUSPEND' ? words.arrearStaysOff : words.arrearResumes}
            </span>
          </>
        )}
      </Alert>
    );
  }
  if (contractEnded) return <Alert>{words.notices.contractEnded}</Alert>;
  if (status === 'WAITING' || status === 'REPAIR' || status === 'ENCAPSULATION') {
    return <Alert>{words.notices[status]}</Alert>;
  }
  return null;
}
