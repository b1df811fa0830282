import type { Data } from '@lode/contract';
import { Amount, AmountField, Button, Card, Main, TextLink, toast } from '@lode/ui';
import { type ReactNode, useState } from 'react';
import { useDraft, useKeepDraft } from '../../../components/money-action/draft.ts';
import { OldDataNote, type QueryLike } from '../../../components/query-view.tsx';
import { ReservedElectricity } from '../../../components/reserved-electricity.tsx';
import { Screen } from '../../../components/screen.tsx';
import { electricityAfter } from '../../../lib/electricity-after.ts';
import { useSearchParams } from '../../../lib/router/router.tsx';
import { href } from '../../../lib/routes.ts';
import { withdrawMessages as messages } from '../../../locales/zh/withdraw.ts';
import { arrivalOf } from '../arrival.ts';
import type { ServerTime } from '../security-hold.ts';
import { isRefusedAddress } from '../use-address-check.ts';
import { useWithdrawAddress } from '../use-withdraw-address.ts';
import { useWithdrawAmount } from '../use-withdraw-amount.ts';
import { useWithdrawBlocks } from '../use-withdraw-blocks.ts';
import { useWithdrawSubmit } from '../use-withdraw-submit.tsx';
import type { Network, Quote, WithdrawCoin } from '../withdrawal.ts';
import { AddressField } from './address-field.tsx';
import { BookSheet } from './book-sheet.tsx';
import { ConfirmSheet } from './confirm-sheet.tsx';
import { QuoteLimits } from './quote-limits.tsx';
import { ReceivedAmount } from './received-amount.tsx';
import { ScanSheet, useCanScan } from './scan-sheet.tsx';
import styles from './withdraw.module.css';
import { UnlistedAddressAlert, WithdrawAlerts } from './withdraw-alerts.tsx';

interface WithdrawFormProps {
  coin: WithdrawCoin;
  network: Network;
  quote: Quote;
  serverTime: ServerTime;
  device: Data<'withdrawCheckDevice'>;
  query: QueryLike<unknown>;
  picker: ReactNode;
  onNetworkClosed: () => Promise<void>;
  onHoldEnd: () => void;
}

export function WithdrawForm({
  coin,
  network,
  quote,
  serverTime,
  device,
  query,
  picker,
  onNetworkClosed,
  onHoldEnd,
}: WithdrawFormProps) {
  const [params] = useSearchParams();
  const draft = useDraft('withdrawApply');
  const keep = useKeepDraft();
  const [sheet, setSheet] = useState<'book' | 'scan' | 'confirm' | null>(null);
  const [isSubmitted, setSubmitted] = useState(false);
  const canScan = useCanScan();
  const closeSheet = () => setSheet(null);

  const { address, setAddress, check, isUnlisted, hint } = useWithdrawAddress(
    coin,
    network,
    draft?.address ?? params.get('address') ?? '',
  );
  const amount = useWithdrawAmount(coin, quote, draft?.amount ?? '', isSubmitted);
  const { typed } = amount;
  const blocks = useWithdrawBlocks(device, check);
  const isReady =
    typed.problem === null && check.kind === 'valid' && !isUnlisted && blocks.hold === null && !blocks.owesElectricity;
  const isRefused =
    amount.field.error !== null ||
    isRefusedAddress(check) ||
    (isUnlisted && quote.holdHours > 0) ||
    blocks.owesElectricity;
  const after =
    coin === 'USDT' && typed.problem === null && blocks.electricity
      ? electricityAfter(typed.amount, blocks.electricity)
      : null;
  const keepDraft = () => keep({ call: 'withdrawApply', input: { coin, network, address, amount: amount.text } });
  const submit = useWithdrawSubmit({
    coin,
    network,
    address,
    typed,
    now: quote.now,
    onConfirmable: () => {
      // The system's 返回 closes the sheet, then leaves the page: what was typed is there again on the way forward.
      keepDraft();
      setSheet('confirm');
    },
    onRejected: closeSheet,
    onNetworkClosed,
  });

  function proceed(): void {
    setSubmitted(true);
    if (isReady) void submit.prepare();
    else if (check.kind === 'checking') toast(messages.checking);
  }

  return (
    <Screen
      title={messages.title}
      action={
        <TextLink href={href('withdraw_record')} onClick={keepDraft}>
          {messages.records}
        </TextLink>
      }
      fixed
      footBar
      foot={
        <>
          <ReceivedAmount amount={typed.problem === null ? typed.received : null} coin={coin} />
          <div className={styles.submit}>
            <Button block softDisabled={!isReady} busy={submit.isBusy && sheet !== 'confirm'} onClick={proceed}>
              {messages.submit}
            </Button>
          </div>
        </>
      }
    >
      <Main>
        <div className={styles.form}>
          <OldDataNote query={query} />
          <WithdrawAlerts
            blocks={blocks}
            serverTime={serverTime}
            onHoldEnd={() => {
              onHoldEnd();
              if (check.kind === 'valid' && !isUnlisted) check.recheck();
            }}
            onLeave={keepDraft}
          />
          {picker}
          <AddressField
            value={address}
            onChange={setAddress}
            check={check}
            isSubmitted={isSubmitted}
            hint={hint}
            onBook={() => setSheet('book')}
            onScan={canScan ? () => setSheet('scan') : undefined}
          />
          {isUnlisted && (
            <UnlistedAddressAlert coin={coin} address={address} holdHours={quote.holdHours} onLeave={keepDraft} />
          )}
          <Card>
            <AmountField
              {...amount.field}
              label={messages.amount}
              unit={coin}
              hint={after === null ? undefined : messages.electricityLeft(after.days)}
              aside={
                <>
                  {messages.available} <Amount value={quote.available} coin={coin} size="inline" exact />
                </>
              }
            />
            <ReservedElectricity amount={quote.reserved} coin={coin} />
            <QuoteLimits coin={coin} quote={quote} arrival={isRefused ? null : arrivalOf(quote, blocks.hold)} />
          </Card>
        </div>
      </Main>
      <BookSheet
        open={sheet === 'book'}
        coin={coin}
        network={network}
        holdHours={quote.holdHours}
        onPick={setAddress}
        onManage={keepDraft}
        onClose={closeSheet}
      />
      <ScanSheet open={sheet === 'scan'} network={network} onScanned={setAddress} onClose={closeSheet} />
      {submit.customer !== null && (
        <ConfirmSheet
          open={sheet === 'confirm'}
          withdrawal={{ coin, network, address, typed, fee: quote.fee }}
          customer={submit.customer}
          codeError={submit.codeError}
          isBusy={submit.isBusy}
          factorError={submit.factorError}
          onCodeChange={submit.clearCodeError}
          onFactorChange={submit.clearFactorError}
          onConfirm={submit.confirm}
          onClose={closeSheet}
        />
      )}
      {submit.dialogs}
    </Screen>
  );
}
