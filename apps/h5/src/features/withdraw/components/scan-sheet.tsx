import { Sheet, Spinner, toast } from '@lode/ui';
import { useEffect, useRef, useState } from 'react';
import { withdrawWords as words } from '../../../locales/zh/withdraw.ts';
import { mayBeAddress, normalisedAddress } from '../address.ts';
import type { Network } from '../withdrawal.ts';
import styles from './withdraw.module.css';

/** Of the browsers that have it; its types are not in the language's own yet. */
interface BarcodeReader {
  detect(source: HTMLVideoElement): Promise<{ rawValue: string }[]>;
}
interface BarcodeReaderClass {
  new (options: { formats: string[] }): BarcodeReader;
  getSupportedFormats(): Promise<string[]>;
}

function readerClass(): BarcodeReaderClass | null {
  return 'BarcodeDetector' in window ? (window.BarcodeDetector as BarcodeReaderClass) : null;
}

/** The page's own policy may forbid the camera, whatever the customer would say. */
function isCameraForbidden(): boolean {
  const policy: unknown = 'featurePolicy' in document ? document.featurePolicy : null;
  return (
    typeof policy === 'object' &&
    policy !== null &&
    'allowsFeature' in policy &&
    typeof policy.allowsFeature === 'function' &&
    policy.allowsFeature('camera') === false
  );
}

/** Whether a QR code can be read here: a camera that may be asked for, and a browser that reads codes. */
export function useCanScan(): boolean {
  const [canScan, setCanScan] = useState(false);
  useEffect(() => {
    const reader = readerClass();
    if (reader === null || !navigator.mediaDevices?.getUserMedia || isCameraForbidden()) return;
    let isGone = false;
    reader.getSupportedFormats().then(
      (formats) => !isGone && setCanScan(formats.includes('qr_code')),
      // A browser that cannot say cannot read either.
      () => undefined,
    );
    return () => {
      isGone = true;
    };
  }, []);
  return canScan;
}

interface ScanSheetProps {
  open: boolean;
  network: Network;
  onScanned: (address: string) => void;
  onClose: () => void;
}

export function ScanSheet({ open, ...rest }: ScanSheetProps) {
  return (
    <Sheet open={open} title={words.scanTitle} onClose={rest.onClose}>
      {open && <Camera {...rest} />}
    </Sheet>
  );
}

const lookEveryMs = 250;

function Camera({ network, onScanned, onClose }: Omit<ScanSheetProps, 'open'>) {
  const video = useRef<HTMLVideoElement>(null);
  const [isOn, setOn] = useState(false);
  const latest = useRef({ network, onScanned, onClose });
  latest.current = { network, onScanned, onClose };

  useEffect(() => {
    const stop = new AbortController();
    void look(video, stop.signal, () => setOn(true)).then(
      (text) => {
        if (text === null) return;
        const address = normalisedAddress(text);
        if (mayBeAddress(address, latest.current.network)) latest.current.onScanned(address);
        else toast(words.notScanned);
        latest.current.onClose();
      },
      () => {
        if (stop.signal.aborted) return;
        toast(words.scanFailed, { icon: 'error' });
        latest.current.onClose();
      },
    );
    return () => stop.abort();
  }, []);
  return (
    <div className={styles.sheet}>
      <div className={styles.camera}>
        <video ref={video} muted playsInline />
        {!isOn && <Spinner />}
      </div>
      <p className={styles.quiet}>{words.scanHint}</p>
    </div>
  );
}

/** Looks through the camera until a code comes into view; null when nobody looks any more. The camera is always let go. */
async function look(
  video: { current: HTMLVideoElement | null },
  signal: AbortSignal,
  onOn: () => void,
): Promise<string | null> {
  const Reader = readerClass();
  if (Reader === null) throw new Error('no reader of codes');
  const reader = new Reader({ formats: ['qr_code'] });
  const stream = await navigator.mediaDevices.getUserMedia({ video: { facingMode: 'environment' } });
  try {
    const screen = video.current;
    if (signal.aborted || screen === null) return null;
    screen.srcObject = stream;
    await screen.play();
    onOn();
    while (!signal.aborted) {
      const [found] = await reader.detect(screen);
      if (found) return found.rawValue;
      await new Promise((resolve) => setTimeout(resolve, lookEveryMs));
    }
    return null;
  } finally {
    for (const track of stream.getTracks()) track.stop();
  }
}
