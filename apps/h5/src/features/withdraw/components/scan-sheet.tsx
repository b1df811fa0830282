import { Sheet, Spinner, toast } from '@lode/ui';
import { useEffect, useRef, useState } from 'react';
import { withdrawMessages as messages } from '../../../locales/zh/withdraw.ts';
import { mayBeAddress, normalisedAddress } from '../address.ts';
import type { Network } from '../withdrawal.ts';
import styles from './withdraw.module.css';

/** Not in TypeScript's DOM types. */
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

/** The permissions policy may forbid the camera before the customer is asked. */
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

/** Whether the browser has a camera API and a QR decoder. */
export function useCanScan(): boolean {
  const [canScan, setCanScan] = useState(false);
  useEffect(() => {
    const reader = readerClass();
    if (reader === null || !navigator.mediaDevices?.getUserMedia || isCameraForbidden()) return;
    let isUnmounted = false;
    reader.getSupportedFormats().then(
      (formats) => !isUnmounted && setCanScan(formats.includes('qr_code')),
      // Without an answer, scanning is not offered.
      () => undefined,
    );
    return () => {
      isUnmounted = true;
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
    <Sheet open={open} title={messages.scanTitle} onClose={rest.onClose}>
      {open && <Camera {...rest} />}
    </Sheet>
  );
}

const scanIntervalMs = 250;

function Camera({ network, onScanned, onClose }: Omit<ScanSheetProps, 'open'>) {
  const video = useRef<HTMLVideoElement>(null);
  const [isOn, setOn] = useState(false);
  const latest = useRef({ network, onScanned, onClose });
  latest.current = { network, onScanned, onClose };

  useEffect(() => {
    const stop = new AbortController();
    void scanCode(video, stop.signal, () => setOn(true)).then(
      (text) => {
        if (text === null) return;
        const address = normalisedAddress(text);
        if (mayBeAddress(address, latest.current.network)) latest.current.onScanned(address);
        else toast(messages.notScanned);
        latest.current.onClose();
      },
      () => {
        if (stop.signal.aborted) return;
        toast(messages.scanFailed, { icon: 'error' });
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
      <p className={styles.quiet}>{messages.scanHint}</p>
    </div>
  );
}

/** Decodes camera frames until one contains a code; null when aborted. Always stops the camera. */
async function scanCode(
  video: { current: HTMLVideoElement | null },
  signal: AbortSignal,
  onStart: () => void,
): Promise<string | null> {
  const Reader = readerClass();
  if (Reader === null) throw new Error('this browser has no BarcodeDetector');
  const reader = new Reader({ formats: ['qr_code'] });
  const stream = await navigator.mediaDevices.getUserMedia({ video: { facingMode: 'environment' } });
  try {
    const screen = video.current;
    if (signal.aborted || screen === null) return null;
    screen.srcObject = stream;
    await screen.play();
    onStart();
    while (!signal.aborted) {
      const [found] = await reader.detect(screen);
      if (found) return found.rawValue;
      await new Promise((resolve) => setTimeout(resolve, scanIntervalMs));
    }
    return null;
  } finally {
    for (const track of stream.getTracks()) track.stop();
  }
}
