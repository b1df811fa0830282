import { QRCodeSVG } from 'qrcode.react';

/** Always dark on white, as scanners require. */
export function QrCode({ text, label }: { text: string; label: string }) {
  return (
    <QRCodeSVG
      value={text}
      title={label}
      size={256}
      width="100%"
      height="100%"
      marginSize={0}
      bgColor="var(--qr-bg)"
      fgColor="var(--qr-ink)"
    />
  );
}
