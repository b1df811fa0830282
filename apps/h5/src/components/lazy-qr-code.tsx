import { Skeleton } from '@lode/ui';
import { type ComponentType, lazy, Suspense } from 'react';
import { withChunkTimeout } from '../lib/chunk-timeout.ts';

interface QrCodeProps {
  text: string;
  label: string;
}

/** A missing chunk must not hide the text, which can be copied. */
const QrCode = lazy<ComponentType<QrCodeProps>>(() =>
  withChunkTimeout(import('./qr-code.tsx')).then(
    (chunk) => ({ default: chunk.QrCode }),
    () => ({ default: Nothing }),
  ),
);
const Nothing = () => null;

export function LazyQrCode(props: QrCodeProps) {
  return (
    <Suspense fallback={<Skeleton width="100%" height="100%" />}>
      <QrCode {...props} />
    </Suspense>
  );
}
