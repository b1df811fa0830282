import { machineStatusNames } from '@lode/contract/staff-names';
import { type Sentence, sentence } from '../../../platform/sentence.ts';
import { timeText } from '../../../platform/staff/names.ts';
import type { DatedBackStatus } from './outage.store.ts';

/** What two people read of a status that is dated back; or why it is not. */
export const needsEnd = sentence(
  '--status RUNNING needs an end: machine:status starts a machine, then this records since when it ran',
  '改记为运行中要有结束时间：先开机，再补记从什么时候起在运行',
);
export const endsBefore = (from: Date, to: Date): Sentence =>
  sentence(
    `--to ${to.toISOString()} is not after --from ${from.toISOString()}`,
    `结束时间 ${timeText(to)} 不晚于开始时间 ${timeText(from)}`,
  );
export const beginsAhead = (from: Date): Sentence =>
  sentence(
    `--from ${from.toISOString()} lies ahead: machine:status changes the present status`,
    `开始时间 ${timeText(from)} 还没有到：现在的状态在矿机页改`,
  );
export const endsAhead = (to: Date): Sentence =>
  sentence(
    `--to ${to.toISOString()} lies ahead: give --to open while it lasts`,
    `结束时间 ${timeText(to)} 还没有到：仍在继续时不填结束时间`,
  );
export const dayClosed = (day: string, lastClosed: string, firstOpen: string): Sentence =>
  sentence(
    `mining day ${day} is closed (days are closed up to ${lastClosed}): record it from ${firstOpen}T00:00:00Z on, and credit the closed days with outage:credit`,
    `矿日 ${day} 已经日结（已结到 ${lastClosed}）：从 ${firstOpen} 08:00 起补记，已结的日子用「停机补偿」更正`,
  );
export const noneStopped = sentence(
  'nothing changes: staff had stopped none of the machines in that time',
  '没有变化：那段时间员工没有停过其中任何一台',
);
export const noneRunning = sentence(
  'nothing changes: none of the machines was RUNNING in that time',
  '没有变化：那段时间没有一台在运行',
);

const than = (seconds: bigint): Sentence => {
  const count = seconds < 0n ? -seconds : seconds;
  return sentence(`${count} s ${seconds < 0n ? 'less' : 'more'}`, `${seconds < 0n ? '少' : '多'}运行 ${count} 秒`);
};

export const changed = ({
  site,
  machine,
  from,
  to,
  status,
}: {
  site?: string | undefined;
  machine?: string | undefined;
  from: Date;
  to: Date | 'open';
  status: DatedBackStatus;
}): Sentence =>
  sentence(
    `${site === undefined ? `machine ${machine}` : `site ${site}`}: ${status} from ${from.toISOString()} to ${to === 'open' ? 'now, and on' : to.toISOString()}`,
    `${site === undefined ? `矿机 ${machine}` : `机房 ${site}`}：${timeText(from)} 至 ${to === 'open' ? '现在，仍在继续' : timeText(to)} 改记为${machineStatusNames[status]}`,
  );
export const inAll = (machines: number, inScope: number, seconds: bigint): Sentence =>
  sentence(
    `${machines} of ${inScope} machines ran ${than(seconds).en} than the log said`,
    `${inScope} 台矿机中的 ${machines} 台比记录${than(seconds).zh}`,
  );
export const ofMachine = (machineNo: string, seconds: bigint): Sentence =>
  sentence(`${machineNo}: ${than(seconds).en}`, `${machineNo}：${than(seconds).zh}`);
export const moreMachines = (hidden: number): Sentence => sentence(`and ${hidden} more machines`, `另有 ${hidden} 台`);
export const correction = (id: bigint): Sentence => sentence(`correction ${id}`, `补记 ${id}`);
