import { saveFile } from '../lib/api/download.ts';

const width = 720;
const margin = 72;
const lineHeight = 44;
/** Characters of a caption's line, in groups of four. */
const lineLength = 24;

/** What stands under the code in the picture: what it is for, and its text in groups for comparison. */
export interface QrCaption {
  title: string;
  groups: readonly string[];
  /** Without its ending. */
  fileName: string;
}

/** Saves a drawn code as a picture that says what it is for; the system's own sheet is offered where files can be shared. */
export async function saveQrPicture(code: SVGSVGElement | null, caption: QrCaption): Promise<void> {
  const picture = await draw(code, caption);
  const file = new File([picture], `${caption.fileName}.png`, { type: 'image/png' });
  // Browsers inside apps on a phone ignore downloads, and pass files to the system.
  if (isTouch() && navigator.canShare?.({ files: [file] })) {
    await navigator.share({ files: [file] }).catch((error: unknown) => {
      if (!isDismissal(error)) saveFile(file, file.name);
    });
  } else {
    saveFile(file, file.name);
  }
}

const isTouch = () => navigator.maxTouchPoints > 0;
const isDismissal = (error: unknown) => error instanceof DOMException && error.name === 'AbortError';

function draw(code: SVGSVGElement | null, { title, groups }: QrCaption): Promise<Blob> {
  // The first path is the ground.
  const modules = code?.querySelectorAll('path')[1]?.getAttribute('d');
  if (!code || !modules) return Promise.reject(new Error('the code is not drawn'));
  const lines = linesOf(groups);
  const side = width - 2 * margin;
  const canvas = document.createElement('canvas');
  canvas.width = width;
  canvas.height = margin + side + lineHeight * (lines.length + 2) + margin / 2;
  const context = canvas.getContext('2d');
  if (context === null) return Promise.reject(new Error('the browser draws no picture'));
  context.fillStyle = '#fff';
  context.fillRect(0, 0, canvas.width, canvas.height);
  context.fillStyle = '#000';
  context.save();
  context.translate(margin, margin);
  const scale = side / code.viewBox.baseVal.width;
  context.scale(scale, scale);
  context.clip(new Path2D(modules));
  context.fillRect(0, 0, code.viewBox.baseVal.width, code.viewBox.baseVal.width);
  context.restore();
  context.textAlign = 'center';
  context.font = '600 30px sans-serif';
  context.fillText(title, width / 2, margin + side + lineHeight * 1.5);
  context.font = '28px monospace';
  lines.forEach((line, at) => context.fillText(line, width / 2, margin + side + lineHeight * (at + 2.5)));
  return new Promise((resolve, reject) =>
    canvas.toBlob(
      (blob) => (blob === null ? reject(new Error('the picture was not made')) : resolve(blob)),
      'image/png',
    ),
  );
}

/** Lines of whole groups: `['bcrt 1qw5 08d6', '…']`. */
export function linesOf(groups: readonly string[]): string[] {
  const lines: string[] = [];
  for (const group of groups) {
    const line = lines.at(-1);
    if (line !== undefined && line.replaceAll(' ', '').length + group.length <= lineLength) {
      lines[lines.length - 1] = `${line} ${group}`;
    } else lines.push(group);
  }
  return lines;
}
