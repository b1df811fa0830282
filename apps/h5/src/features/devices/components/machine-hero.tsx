import { Figure, Hero, HeroBody, MachineStatusChip, Segmented, shanghaiTime } from '@lode/ui';
import type { ReactNode } from 'react';
import { commonMessages } from '../../../locales/zh/common.ts';
import { deviceMessages as messages } from '../../../locales/zh/devices.ts';
import { durationFigure } from '../../../locales/zh/duration.ts';
import { titles } from '../../../locales/zh/titles.ts';
import { formattedHashrate, hasEverRun, isStopped, type MachineDetail, timeOfStatus } from '../machine.ts';
import { minutesBetween } from '../running-time.ts';
import { type HashrateInRange, hashrateRanges, uptimePercent } from '../use-hashrate.ts';
import styles from './detail.module.css';
import { RunningRecord } from './running-record.tsx';

/** Current status, and mean hashrate over the running record; a stopped machine says how long it has stood. */
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
  const average = hashrate ? formattedHashrate(hashrate.average) : commonMessages.dash;
  const averageLabel = messages.averageHashrate(messages.ranges[hashrate?.range ?? range]);
  const stopped = isStopped(machine);
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
          {stopped ? messages.stopped : hasRun ? averageLabel : messages.ratedLabel}
        </div>
        <div className={styles.heroFigure}>
          {stopped ? (
            <Figure size="display" {...standstill(time, hashrate?.now)} />
          ) : (
            <Figure size="display" value={hasRun ? average : rated} unit={machine.hashrateUnit} />
          )}
        </div>
        {stopped && (
          <div className={styles.heroNote}>
            {averageLabel} {average} {machine.hashrateUnit}
          </div>
        )}
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

const standstill = (since: string | null, now: string | undefined) =>
  since === null || now === undefined ? { value: commonMessages.dash } : durationFigure(minutesBetween(since, now));
