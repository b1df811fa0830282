import { Amount, Card, groupDigits, KeyValues, shanghaiDate } from '@lode/ui';
import { percentOf } from '../../../lib/percent.ts';
import { deviceWords as words } from '../../../locales/zh/devices.ts';
import { daysBetween, efficiency, type MachineDetail } from '../machine.ts';

/** Contract terms of the machine. `now` is the server's time, null while unknown. */
export function HostingCard({ machine, now }: { machine: MachineDetail; now: string | null }) {
  const perTerahash = efficiency(machine.powerWatts, machine.hashrate, machine.hashrateUnit);
  const power = `${groupDigits(String(machine.powerWatts))} W`;
  return (
    <Card title={words.hosting}>
      <KeyValues
        items={[
          { label: words.purchaseKind, value: words.purchaseKinds[machine.purchaseKind] },
          { label: words.ratedPower, value: perTerahash === null ? power : `${power} · ${perTerahash} J/TH` },
          { label: words.electricityPrice, value: `${groupDigits(machine.electricityPrice)} USDT/kWh` },
          ...(machine.coin === 'BTC' ? [{ label: words.poolFee, value: `${percentOf(machine.poolFeeRate)}%` }] : []),
          { label: words.totalOutput, value: <Amount size="inline" value={machine.totalOutput} coin={machine.coin} /> },
          { label: words.contractEnd, value: contractEnd(machine, now) },
        ]}
      />
    </Card>
  );
}

function contractEnd({ endTime, contractEnded }: MachineDetail, now: string | null): string {
  if (endTime === null) return words.openEnd;
  const date = shanghaiDate(endTime);
  if (contractEnded) return `${date}${words.contractOver}`;
  return now === null ? date : `${date}${words.daysLeft(daysBetween(now, endTime))}`;
}
