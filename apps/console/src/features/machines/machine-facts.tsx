import type { ConsoleData } from '@lode/contract/console';
import { Link } from 'react-router';
import { Amount } from '../../components/amount.tsx';
import { Status } from '../../components/shape.tsx';
import { momentText } from '../../lib/time.ts';
import { machineStatuses, machineTexts as texts } from '../../locales/zh/machines.ts';
import styles from './machines.module.css';
import { dayOf } from './mining-day.ts';

/** What a machine is, whose, and on which terms today. */
export function MachineFacts({ machine }: { machine: ConsoleData<'machine'>['machine'] }) {
  const { shape, label } = machineStatuses[machine.status];
  const rows: [string, React.ReactNode][] = [
    [
      texts.status,
      <Status key="status" shape={shape}>
        {label}
      </Status>,
    ],
    [texts.since, momentText(machine.statusSince)],
    ...(machine.wantedStatus ? [[texts.wanted, machineStatuses[machine.wantedStatus].label] as [string, string]] : []),
    ...(machine.expectedRunningTime && machine.status === 'WAITING'
      ? [[texts.expected, momentText(machine.expectedRunningTime)] as [string, string]]
      : []),
    [
      texts.customer,
      <Link key="customer" to={`/customers/${machine.customer}`}>
        {texts.customerNo(machine.customer)}
      </Link>,
    ],
    [texts.account, machine.account],
    [texts.purchaseKind, texts.purchaseKinds[machine.purchaseKind]],
    [texts.model, machine.model],
    [texts.site, machine.site],
    [texts.coin, machine.coin],
    [texts.hashrate, `${machine.hashrate} ${machine.hashrateUnit}`],
    [texts.power, texts.watts(machine.powerWatts)],
    [texts.poolFee, texts.rate(machine.poolFeeRate)],
    [texts.tariff, texts.price(machine.price)],
    [
      texts.hostingFee,
      machine.hostingFeeMonthly === null ? (
        texts.none
      ) : (
        <Amount key="fee" value={machine.hostingFeeMonthly} coin="USDT" />
      ),
    ],
    [
      texts.contract,
      texts.contractOf(dayOf(machine.startTime), machine.endTime === null ? texts.noEnd : dayOf(machine.endTime)),
    ],
    [texts.owed, <Amount key="owed" value={machine.owed} coin="USDT" />],
    [texts.created, dayOf(machine.createdAt)],
  ];
  return (
    <aside className={styles.rail} aria-label={texts.facts}>
      <dl className={styles.facts}>
        {rows.map(([term, value]) => (
          <div key={term} className={styles.fact}>
            <dt>{term}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
    </aside>
  );
}
