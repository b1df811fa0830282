import { parseAmount } from '@lode/money';
import { Alert, Amount, TextLink } from '@lode/ui';
import type { ReactNode } from 'react';
import { href } from '../lib/routes.ts';
import { owedMessages as messages } from '../locales/zh/owed.ts';

/** Electricity and hosting that are owed, with what to know about them, and a link that leads to paying them. */
export function OwedNote({
  owed,
  hasLink = false,
  children,
}: {
  owed: string;
  hasLink?: boolean;
  children: ReactNode;
}) {
  if (parseAmount(owed, 'USDT') === 0n) return null;
  return (
    <Alert
      tone="bad"
      action={hasLink ? <TextLink href={href('recharge', { coin: 'USDT' })}>{messages.pay}</TextLink> : undefined}
    >
      {messages.owed} <Amount value={owed} coin="USDT" size="inline" debit />
      {children}
    </Alert>
  );
}
