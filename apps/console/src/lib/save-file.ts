/** Saves a text, or bytes as base64, as a file of the browser. */
export function saveFile(file: { name: string; type: string; encoding: 'utf8' | 'base64'; content: string }): void {
  const { name, type, encoding, content } = file;
  const part = encoding === 'base64' ? Uint8Array.from(atob(content), (sign) => sign.charCodeAt(0)) : content;
  saveBlob(name, new Blob([part], { type }));
}

export function saveBlob(name: string, blob: Blob): void {
  const address = URL.createObjectURL(blob);
  const link = document.createElement('a');
  link.href = address;
  link.download = name;
  link.click();
  URL.revokeObjectURL(address);
}

/** In bytes. */
export const sizeOf = ({ encoding, content }: { encoding: 'utf8' | 'base64'; content: string }): number =>
  encoding === 'base64' ? atob(content).length : new TextEncoder().encode(content).length;
