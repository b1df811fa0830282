import type { ConsoleData } from '@lode/contract/console';
import { Amount } from '../../components/amount.tsx';
import { Status } from '../../components/shape.tsx';
import { shownDebit } from '../../lib/shown-amount.ts';
import { dayText } from '../../lib/time.ts';
import { viewTexts as texts } from '../../locales/zh/customer-view.ts';
import { machineStatuses } from '../../locales/zh/machines.ts';
import styles from './view.module.css';
import { ViewList } from './view-list.tsx';
import { Facts } from './view-read.tsx';

type Machine = ConsoleData<'viewMachines'>['records'][number];

/** What waits for the customer first, as in the client. */
export function ViewMachines({ id, reason }: { id: string; reason: string }) {
  return (
    <ViewList name="viewMachines" what={texts.machineList} input={{ id, reason }} nothing={texts.noMachines}>
      {(machine) => (
        <>
          <div className={styles.line}>
            <b>{machine.model}</b>
            <Status shape={machineStatuses[machine.status].shape}>{machineStatuses[machine.status].label}</Status>
          </div>
          <p className={styles.quiet}>
            {machine.hashrate} {machine.hashrateUnit} · {machine.machineNo} · {machine.site}
          </p>
          <Facts
            facts={[
              { label: texts.yesterdayOutput, value: <Amount value={machine.yesterdayOutput} coin={machine.coin} /> },
              {
                label: texts.yesterdayFee,
                value: <Amount value={shownDebit(machine.yesterdayFee, 'USDT')} coin="USDT" />,
              },
            ]}
          />
          <Attention machine={machine} />
        </>
      )}
    </ViewList>
  );
}

function Attention({ machine: { attention, owed, wantedStatus, endTime } }: { machine: Machine }) {
  if (attention === null) return null;
  if (attention === 'REPAIR') return <p className={styles.attention}>{texts.inRepair}</p>;
  if (attention === 'ENDING') return endTime && <p className={styles.attention}>{texts.endsOn(dayText(endTime))}</p>;
  return (
    <p className={styles.debt}>
      {texts.debt} <Amount value={shownDebit(owed, 'USDT')} coin="USDT" />
      {attention === 'ARREAR' && `，${wantedStatus === 'SUSPEND' ? texts.staysOff : texts.resumes}`}
    </p>
  );
}
