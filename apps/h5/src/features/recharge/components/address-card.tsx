import type { Data } from '@lode/contract';
import { Button, Card, copyText, Skeleton, toast } from '@lode/ui';
import { useMutation } from '@tanstack/react-query';
import { type RefObject, useRef } from 'react';
import { AddressText } from '../../../components/address-text.tsx';
import { LazyQrCode, QrCodeSkeleton } from '../../../components/lazy-qr-code.tsx';
import { groupsOf } from '../../../lib/chain-figures.ts';
import { rechargeMessages as messages } from '../../../locales/zh/recharge.ts';
import { requestFaucet } from '../faucet.ts';
import styles from '../recharge.module.css';

/** The customer's deposit address: QR code, groups of four, copy button. */
export function AddressCard({
  depositAddress,
  onPaid,
}: {
  depositAddress: Data<'depositAddress'>;
  onPaid: () => void;
}) {
  const { coin, network, address, hasFaucet } = depositAddress;
  const frame = useRef<HTMLDivElement>(null);
  return (
    <Card>
      <LazyQrCode frame={frame} text={address} label={messages.qrCode} />
      <div className={styles.caption}>{messages.addressOf(coin, network)}</div>
      <div className={styles.address}>
        <AddressText address={address} size="body" />
      </div>
      <div className={styles.buttons}>
        <Button block icon="copy" onClick={() => void copyText(address)}>
          {messages.copy}
        </Button>
        <SaveButton depositAddress={depositAddress} frame={frame} />
      </div>
      {hasFaucet && (
        <div className={styles.buttons}>
          <FaucetButton depositAddress={depositAddress} onPaid={onPaid} />
        </div>
      )}
    </Card>
  );
}

/** Saves the code as a picture that says which coin and network it is for. */
function SaveButton({
  depositAddress: { coin, network, address },
  frame,
}: {
  depositAddress: Data<'depositAddress'>;
  frame: RefObject<HTMLDivElement | null>;
}) {
  const saving = useMutation({
    mutationFn: async () => {
      const { saveQrPicture } = await import('../../../components/qr-picture.ts');
      const code = frame.current?.querySelector('svg') ?? null;
      const title = messages.addressOf(coin, network);
      await saveQrPicture(code, { title, groups: groupsOf(address), fileName: messages.pictureName(coin, network) });
    },
    onError: () => toast(messages.saveFailed, { icon: 'error' }),
  });
  return (
    <Button variant="line" block busy={saving.isPending} onClick={() => saving.mutate()}>
      {messages.savePicture}
    </Button>
  );
}

function FaucetButton({ depositAddress: { network, address }, onPaid }: Parameters<typeof AddressCard>[0]) {
  const faucet = useMutation({
    mutationFn: () => requestFaucet(network, address),
    onSuccess: () => {
      toast(messages.faucetDone, { icon: 'success' });
      onPaid();
    },
    onError: () => toast(messages.faucetFailed, { icon: 'error' }),
  });
  return (
    <Button variant="quiet" block busy={faucet.isPending} onClick={() => faucet.mutate()}>
      {messages.faucet}
    </Button>
  );
}

export function AddressSkeleton() {
  return (
    <Card>
      <QrCodeSkeleton />
      <div className={styles.caption}>
        <Skeleton width={240} height={24} />
      </div>
      <div className={styles.skeletonAddress}>
        <Skeleton width="100%" height={32} />
        <Skeleton width="100%" height={32} />
      </div>
      <div className={styles.buttons}>
        <Skeleton width="100%" height={88} />
      </div>
    </Card>
  );
}
