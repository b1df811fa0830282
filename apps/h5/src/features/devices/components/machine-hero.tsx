import { Amount, Figure, Hero, HeroBody, MachineStatusChip, shanghaiTime, Vein } from '@lode/ui';
import { commonWords } from '../../../locales/zh/common.ts';
import { deviceWords as words } from '../../../locales/zh/devices.ts';
import { titles } from '../../../locales/zh/titles.ts';
import { formattedHashrate, type MachineDetail, presentHashrate, timeOfStatus } from '../machine.ts';
import type { Month } from '../month.ts';
import styles from './detail.module.css';

/** What the machine does now, over the ore of its last 30 days. */
export function MachineHero({ machine, month }: { machine: MachineDetail; month: Month }) {
  const { label, time } = timeOfStatus(machine);
  return (
    <Hero label={titles.devices_detail}>
      <HeroBody>
        <div className={styles.heroTop}>
          <span className={styles.heroPlace}>
            {machine.machineNo} · {machine.site}
          </span>
          <MachineStatusChip status={machine.status} />
        </div>
        <div className={styles.heroLabel}>{words.hashrate}</div>
        <Figure size="display" value={presentHashrate(machine)} unit={machine.hashrateUnit} />
        <div className={styles.heroNote}>
          {words.ratedHashrate(`${formattedHashrate(machine.hashrate)} ${machine.hashrateUnit}`)}
        </div>
        <div className={styles.heroNote}>
          {label} {time === null ? commonWords.dash : shanghaiTime(time)}
        </div>
      </HeroBody>
      <Vein
        values={month.outputs.map((day) => day.value)}
        label={words.outputChartLabel}
        start={month.outputs[0]?.date.slice(5)}
        middle={
          month.outputs.length === 0 ? (
            words.noOutputYet
          ) : (
            <>
              {words.last30Output} <Amount value={month.totalOutput} coin={machine.coin} size="inline" />
            </>
          )
        }
        end={month.outputs.length > 1 ? month.outputs.at(-1)?.date.slice(5) : undefined}
      />
    </Hero>
  );
}
