import { Alert, TextLink } from '@lode/ui';
import { href } from '../../../lib/routes.ts';
import { withdrawMessages as messages } from '../../../locales/zh/withdraw.ts';
import type { ServerTime } from '../security-hold.ts';
import type { useWithdrawBlocks } from '../use-withdraw-blocks.ts';
import type { WithdrawCoin } from '../withdrawal.ts';
import { SecurityHoldAlert } from './security-hold-alert.tsx';

interface WithdrawAlertsProps {
  blocks: ReturnType<typeof useWithdrawBlocks>;
  serverTime: ServerTime;
  onHoldEnd: () => void;
  onLeave: () => void;
}

export function WithdrawAlerts({
  blocks: { hold, owesElectricity },
  serverTime,
  onHoldEnd,
  onLeave,
}: WithdrawAlertsProps) {
  return (
    <>
      {hold !== null && <SecurityHoldAlert hold={hold} serverTime={serverTime} onEnd={onHoldEnd} />}
      {owesElectricity && (
        <Alert
          tone="bad"
          action={
            <TextLink href={href('recharge')} onClick={onLeave}>
              {messages.toRecharge}
            </TextLink>
          }
        >
          {messages.owed}
        </Alert>
      )}
    </>
  );
}

interface UnlistedAddressAlertProps {
  coin: WithdrawCoin;
  address: string;
  holdHours: number;
  onLeave: () => void;
}

/** Leads to the address book, where the hold of an address begins. */
export function UnlistedAddressAlert({ coin, address, holdHours, onLeave }: UnlistedAddressAlertProps) {
  return (
    <Alert
      tone="warn"
      live
      action={
        <TextLink href={href('withdraw_address', { coin, add: address })} onClick={onLeave}>
          {messages.addIt}
        </TextLink>
      }
    >
      {messages.unknownAddress(holdHours)}
    </Alert>
  );
}
