import { Figure, Hero, HeroBody, MachineStatusChip, Segmented, shanghaiTime } from '@lode/ui';
import type { ReactNode } from 'react';
import { commonMessages } from '../../../locales/zh/common.ts';
import { deviceMessages as messages } from '../../../locales/zh/devices.ts';
import { titles } from '../../../locales/zh/titles.ts';
import { formattedHashrate, hasEverRun, type MachineDetail, timeOfStatus } from '../machine.ts';
import { type HashrateInRange, hashrateRanges, uptimePercent } from '../use-hashrate.ts';
import styles from './detail.module.css';
import { RunningRecord } from './running-record.tsx';

/** Current status and mean hashrate over the running record. */
export function MachineHero({
  machine,
  hashrate: inRange,
  alert,
}: {
  machine: MachineDetail;
  hashrate: HashrateInRange;
  /** What waits for the customer, before any figure. */
  alert: ReactNode;
}) {
  const { label, time } = timeOfStatus(machine);
  const { range, setRange, query } = inRange;
  const hashrate = query.data;
  const hasRun = hasEverRun(machine);
  const rated = formattedHashrate(machine.hashrate);
  const ratedText = messages.ratedHashrate(`${rated} ${machine.hashrateUnit}`);
  return (
    <Hero label={titles.devices_detail}>
      <HeroBody>
        {alert}
        <div className={styles.heroTop}>
          <span className={styles.heroPlace}>
            {machine.machineNo} · {machine.site}
          </span>
          <MachineStatusChip status={machine.status} />
        </div>
        <div className={styles.heroLabel}>
          {hasRun ? messages.averageHashrate(messages.ranges[hashrate?.range ?? range]) : messages.ratedLabel}
        </div>
        <div className={styles.heroFigure}>
          <Figure
            size="display"
            value={!hasRun ? rated : hashrate ? formattedHashrate(hashrate.average) : commonMessages.dash}
            unit={machine.hashrateUnit}
          />
        </div>
        {hasRun && (
          <>
            <div className={styles.heroNote}>
              {typeof hashrate?.uptime === 'string'
                ? `${ratedText} · ${messages.uptime(uptimePercent(hashrate.uptime))}`
                : ratedText}
            </div>
            <div className={styles.heroNote}>{messages.byStatusLog}</div>
          </>
        )}
        <div className={styles.heroNote}>
          {label} {time === null ? commonMessages.dash : shanghaiTime(time)}
        </div>
        {hasRun && (
          <div className={styles.heroRanges}>
            <Segmented
              label={messages.hashrateRange}
              value={range}
              onChange={setRange}
              options={hashrateRanges.map((value) => ({ value, label: messages.ranges[value] }))}
            />
          </div>
        )}
      </HeroBody>
      <RunningRecord machine={machine} hashrate={inRange} />
    </Hero>
  );
}
