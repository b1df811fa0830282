import type { Data } from '@lode/contract';
import { Button, Card, copyText, Skeleton, TextLink, toast } from '@lode/ui';
import { useMutation, useQuery } from '@tanstack/react-query';
import { type RefObject, useRef } from 'react';
import { AddressText } from '../../../components/address-text.tsx';
import { LazyQrCode, QrCodeSkeleton } from '../../../components/lazy-qr-code.tsx';
import { callQuery } from '../../../lib/api/queries.ts';
import { groupsOf } from '../../../lib/chain-figures.ts';
import { rechargeMessages as messages } from '../../../locales/zh/recharge.ts';
import { requestFaucet } from '../faucet.ts';
import styles from '../recharge.module.css';

/** The customer's deposit address: QR code, groups of four, copy button. */
export function AddressCard({ depositAddress }: { depositAddress: Data<'depositAddress'> }) {
  const { coin, network, address } = depositAddress;
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

/** The demo's own coins; nothing elsewhere. The address is the one that stands above. */
export function FaucetLink({
  coin,
  network,
  onPaid,
}: Pick<Data<'depositAddress'>, 'coin' | 'network'> & { onPaid: () => void }) {
  const { data } = useQuery(callQuery('depositAddress', { coin, network }));
  const address = data?.address ?? '';
  const faucet = useMutation({
    mutationFn: () => requestFaucet(network, address),
    onSuccess: () => {
      toast(messages.faucetDone, { icon: 'success' });
      onPaid();
    },
    onError: () => toast(messages.faucetFailed, { icon: 'error' }),
  });
  if (data?.hasFaucet !== true) return null;
  return <TextLink onClick={() => faucet.isPending || faucet.mutate()}>{messages.faucet}</TextLink>;
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
