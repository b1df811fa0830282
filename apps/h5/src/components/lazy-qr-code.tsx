import { Skeleton } from '@lode/ui';
import { type ComponentType, lazy, type ReactNode, type Ref, Suspense } from 'react';
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

/** `frame` holds the code once it is drawn. */
export function LazyQrCode({ frame, ...props }: QrCodeProps & { frame?: Ref<HTMLDivElement> }) {
  return (
    <Frame frame={frame}>
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

function Frame({ frame, children }: { frame?: Ref<HTMLDivElement> | undefined; children: ReactNode }) {
  return (
    <div ref={frame} className={styles.scan}>
      {children}
    </div>
  );
}
