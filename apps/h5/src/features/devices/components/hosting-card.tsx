import { parseAmount } from '@lode/money';
import { Amount, Card, groupDigits, KeyValues, shanghaiDate } from '@lode/ui';
import { percentOf } from '../../../lib/percent.ts';
import { deviceMessages as messages } from '../../../locales/zh/devices.ts';
import { daysBetween, efficiency, hasEverRun, type MachineDetail } from '../machine.ts';

/** Contract terms of the machine. `now` is the server's time, null while unknown. */
export function HostingCard({
  machine,
  hostingMonthly,
  now,
}: {
  machine: MachineDetail;
  /** Undefined while it is not known. */
  hostingMonthly: string | undefined;
  now: string | null;
}) {
  const monthly = parseAmount(hostingMonthly ?? '0', 'USDT');
  const perTerahash = efficiency(machine.powerWatts, machine.hashrate, machine.hashrateUnit);
  const power = `${groupDigits(String(machine.powerWatts))} W`;
  return (
    <Card title={messages.hosting}>
      <KeyValues
        items={[
          { label: messages.purchaseKind, value: messages.purchaseKinds[machine.purchaseKind] },
          { label: messages.ratedPower, value: perTerahash === null ? power : `${power} · ${perTerahash} J/TH` },
          { label: messages.electricityPrice, value: `${groupDigits(machine.electricityPrice)} USDT/kWh` },
          ...(monthly === 0n
            ? []
            : [
                {
                  label: messages.hostingFees,
                  value: (
                    <>
                      <Amount size="inline" value={monthly} coin="USDT" exact /> {messages.perMonth}
                    </>
                  ),
                },
              ]),
          ...(machine.coin === 'BTC' ? [{ label: messages.poolFee, value: `${percentOf(machine.poolFeeRate)}%` }] : []),
          ...(hasEverRun(machine)
            ? [
                {
                  label: messages.totalOutput,
                  value: <Amount size="inline" value={machine.totalOutput} coin={machine.coin} />,
                },
              ]
            : []),
          { label: messages.contractEnd, value: contractEnd(machine, now) },
        ]}
      />
    </Card>
  );
}

function contractEnd({ endTime, contractEnded }: MachineDetail, now: string | null): string {
  if (endTime === null) return messages.openEnd;
  const date = shanghaiDate(endTime);
  if (contractEnded) return `${date}${messages.contractOver}`;
  return now === null ? date : `${date}${messages.daysLeft(daysBetween(now, endTime))}`;
}
