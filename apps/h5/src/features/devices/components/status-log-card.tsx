import { Card, MoreLink, machineStatusLooks, shanghaiShortTime, shanghaiTime, Timeline, uiMessages } from '@lode/ui';
import { useState } from 'react';
import { deviceMessages as messages } from '../../../locales/zh/devices.ts';
import type { MachineDetail } from '../machine.ts';

const atFirst = 5;

/** Status changes with reasons, newest first; a year appears only where it differs from the newest. */
export function StatusLogCard({ log }: { log: MachineDetail['statusLog'] }) {
  const [isWhole, setWhole] = useState(false);
  const shown = isWhole ? log : log.slice(0, atFirst);
  const year = log[0] && shanghaiTime(log[0].time).slice(0, 4);
  const more = !isWhole && log.length > atFirst && (
    <MoreLink onClick={() => setWhole(true)}>{messages.showWholeLog(log.length)}</MoreLink>
  );
  return (
    <Card title={messages.statusLog} action={more}>
      <Timeline
        items={shown.map(({ to, time, reason }, i) => ({
          title: uiMessages.machineStatus[to],
          time: shanghaiTime(time).startsWith(year ?? '') ? shanghaiShortTime(time) : shanghaiTime(time),
          text: reason,
          state: i === 0 ? 'done' : 'past',
          icon: machineStatusLooks[to].icon,
        }))}
      />
    </Card>
  );
}
