// Covers the picture of a QR code: what stands under it, and how it reaches the customer.
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { groupsOf } from '../lib/chain-figures.ts';
import { linesOf, saveQrPicture } from './qr-picture.ts';

const address = 'bcrt1qw508d6qejxtdg4y5r3zarvary0c5xw7kygt080';
const caption = { title: 'BTC 充值地址（BITCOIN）', groups: groupsOf(address), fileName: '充值地址_BTC_BITCOIN' };
const written: string[] = [];
const filled: unknown[] = [];
const saved: string[] = [];

beforeEach(() => {
  for (const list of [written, filled, saved]) list.length = 0;
  vi.stubGlobal('Path2D', vi.fn());
  const context = {
    fillRect: vi.fn(),
    save: vi.fn(),
    restore: vi.fn(),
    translate: vi.fn(),
    scale: vi.fn(),
    clip: (path: unknown) => filled.push(path),
    fillText: (text: string) => written.push(text),
  };
  vi.spyOn(HTMLCanvasElement.prototype, 'getContext').mockReturnValue(context as never);
  vi.spyOn(HTMLCanvasElement.prototype, 'toBlob').mockImplementation((done) => done(new Blob(['png'])));
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
    saved.push(this.download);
  });
  vi.spyOn(URL, 'createObjectURL').mockReturnValue('blob:picture');
});
afterEach(() => {
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

function drawnCode(): SVGSVGElement {
  const code = document.createElementNS('http://www.w3.org/2000/svg', 'svg');
  code.innerHTML = '<title>code</title><path d="M0 0h33v33H0z"/><path d="M0 0h7v1H0z"/>';
  Object.defineProperty(code, 'viewBox', { value: { baseVal: { width: 33 } } });
  return code;
}

it('says what it is for, with the whole address in lines of whole groups', async () => {
  await saveQrPicture(drawnCode(), caption);
  expect(written).toEqual([caption.title, ...linesOf(caption.groups)]);
  expect(written.slice(1).join('').replaceAll(' ', '')).toBe(address);
  expect(linesOf(caption.groups)[0]).toBe('bcrt 1qw5 08d6 qejx tdg4 y5r3');
  expect(filled).toHaveLength(1);
  expect(saved).toEqual(['充值地址_BTC_BITCOIN.png']);
});

it('goes to the system’s sheet on a phone that shares files, and is not saved twice when that is dismissed', async () => {
  const share = vi.fn(() => Promise.reject(new DOMException('dismissed', 'AbortError')));
  vi.stubGlobal('navigator', { maxTouchPoints: 5, canShare: () => true, share });
  await saveQrPicture(drawnCode(), caption);
  expect(share).toHaveBeenCalledOnce();
  expect(saved).toEqual([]);
});

it('fails while the code is not drawn', async () => {
  await expect(saveQrPicture(null, caption)).rejects.toThrow('not drawn');
  expect(saved).toEqual([]);
});
