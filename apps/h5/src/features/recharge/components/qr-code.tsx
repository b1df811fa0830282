import { QRCodeSVG } from 'qrcode.react';

/** Fills its square. Always dark on white: scanners want that, whatever the theme. */
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
