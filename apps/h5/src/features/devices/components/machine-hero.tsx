import { Figure, Hero, HeroBody, MachineStatusChip, Segmented, shanghaiTime } from '@lode/ui';
import { commonWords } from '../../../locales/zh/common.ts';
import { deviceWords as words } from '../../../locales/zh/devices.ts';
import { titles } from '../../../locales/zh/titles.ts';
import { formattedHashrate, type MachineDetail, timeOfStatus } from '../machine.ts';
import { type HashrateCurve, hashrateRanges, uptimePercent } from '../use-hashrate-curve.ts';
import styles from './detail.module.css';
import { HashrateVein } from './hashrate-vein.tsx';

/** Current status over the hashrate chart. */
export function MachineHero({ machine, curve }: { machine: MachineDetail; curve: HashrateCurve }) {
  const { label, time } = timeOfStatus(machine);
  const { range, setRange, query } = curve;
  const hashrate = query.data;
  const rated = words.ratedHashrate(`${formattedHashrate(machine.hashrate)} ${machine.hashrateUnit}`);
  return (
    <Hero label={titles.devices_detail}>
      <HeroBody>
        <div className={styles.heroTop}>
          <span className={styles.heroPlace}>
            {machine.machineNo} · {machine.site}
          </span>
          <MachineStatusChip status={machine.status} />
        </div>
        <div className={styles.heroLabel}>{words.averageHashrate(words.ranges[hashrate?.range ?? range])}</div>
        <div className={styles.heroFigure}>
          <Figure
            size="display"
            value={hashrate ? formattedHashrate(hashrate.average) : commonWords.dash}
            unit={machine.hashrateUnit}
          />
        </div>
        <div className={styles.heroNote}>
          {typeof hashrate?.uptime === 'string' ? `${rated} · ${words.uptime(uptimePercent(hashrate.uptime))}` : rated}
        </div>
        <div className={styles.heroNote}>
          {label} {time === null ? commonWords.dash : shanghaiTime(time)}
        </div>
        <div className={styles.heroRanges}>
          <Segmented
            label={words.hashrateRange}
            value={range}
            onChange={setRange}
            options={hashrateRanges.map((value) => ({ value, label: words.ranges[value] }))}
          />
        </div>
      </HeroBody>
      <HashrateVein curve={curve} />
    </Hero>
  );
}
