import { Skeleton } from '@lode/ui';
import { type ComponentType, lazy, type ReactNode, Suspense } from 'react';
import { withChunkTimeout } from '../lib/chunk-timeout.ts';
import styles from './lazy-qr-code.module.css';

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
    <Frame>
      <Suspense fallback={skeleton}>
        <QrCode {...props} />
      </Suspense>
    </Frame>
  );
}

/** As large as the code whose text is not there yet. */
export function QrCodeSkeleton() {
  return <Frame>{skeleton}</Frame>;
}

const skeleton = <Skeleton width="100%" height="100%" />;

function Frame({ children }: { children: ReactNode }) {
  return <div className={styles.scan}>{children}</div>;
}
