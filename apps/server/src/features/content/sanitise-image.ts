import type { Sentence } from '../../platform/sentence.ts';
import { type ImageFacts, type ImageType, readImage } from './image-file.ts';
import * as say from './sentences.zh.ts';

export type CleanImage = ImageFacts & { bytes: Buffer };

/**
 * An image as it is published: its pixels and colours, nothing that a camera or a program wrote beside them (place,
 * owner, device, comments, small images of what was cut away). In words why a file cannot be shown.
 */
export function sanitiseImage(bytes: Buffer): CleanImage | { flaw: Sentence } {
  const facts = readImage(bytes);
  if ('flaw' in facts) return facts;
  try {
    return { ...facts, bytes: cleaners[facts.type](bytes) };
  } catch (error) {
    if (error instanceof Turned) return { flaw: say.turned };
    // A length that leads out of the file.
    if (error instanceof RangeError) return { flaw: say.inseparable };
    throw error;
  }
}

class Turned extends Error {}

const cleaners: Record<ImageType, (bytes: Buffer) => Buffer> = {
  png: cleanPng,
  gif: cleanGif,
  webp: cleanWebp,
  jpg: cleanJpeg,
};

/** Bytes from one place to another, all of which must be there. */
function cut(bytes: Buffer, from: number, to: number): Buffer {
  if (to > bytes.length) throw new RangeError(`${to} of ${bytes.length}`);
  return bytes.subarray(from, to);
}

const pngParts = 'IHDR PLTE IDAT IEND tRNS gAMA cHRM sRGB iCCP cICP sBIT bKGD pHYs acTL fcTL fdAT'.split(' ');

function cleanPng(bytes: Buffer): Buffer {
  const kept = [cut(bytes, 0, 8)];
  for (let at = 8; at < bytes.length; ) {
    const chunk = cut(bytes, at, at + 12 + bytes.readUInt32BE(at));
    const name = chunk.toString('latin1', 4, 8);
    if (pngParts.includes(name)) kept.push(chunk);
    if (name === 'IEND') break;
    at += chunk.length;
  }
  return Buffer.concat(kept);
}

const webpParts = ['VP8 ', 'VP8L', 'VP8X', 'ALPH', 'ANIM', 'ANMF', 'ICCP'];
/** In the flags of VP8X: there is a part with EXIF, there is one with XMP. */
const webpPromises = 0b1100;

function cleanWebp(bytes: Buffer): Buffer {
  const kept = [Buffer.from(cut(bytes, 0, 12))];
  for (let at = 12; at < bytes.length; ) {
    const size = bytes.readUInt32LE(at + 4);
    const chunk = Buffer.from(cut(bytes, at, at + 8 + size + (size % 2)));
    const name = chunk.toString('latin1', 0, 4);
    if (name === 'VP8X') chunk.writeUInt8(chunk.readUInt8(8) & ~webpPromises, 8);
    if (webpParts.includes(name)) kept.push(chunk);
    at += chunk.length;
  }
  const whole = Buffer.concat(kept);
  whole.writeUInt32LE(whole.length - 8, 4);
  return whole;
}

const gif = { image: 0x2c, extension: 0x21, end: 0x3b, control: 0xf9, application: 0xff };
/** Say how often an animation runs. */
const gifLoops = ['NETSCAPE2.0', 'ANIMEXTS1.0'];

function cleanGif(bytes: Buffer): Buffer {
  const table = (flags: number) => (flags & 0x80 ? 3 * 2 ** ((flags & 7) + 1) : 0);
  const afterBlocks = (from: number) => {
    let at = from;
    while (bytes.readUInt8(at) !== 0) at += 1 + bytes.readUInt8(at);
    return at + 1;
  };
  let at = 13 + table(bytes.readUInt8(10));
  const kept = [cut(bytes, 0, at)];
  for (let mark = bytes.readUInt8(at); mark !== gif.end; mark = bytes.readUInt8(at)) {
    if (mark !== gif.image && mark !== gif.extension) throw new RangeError(`0x${mark.toString(16)} begins nothing`);
    const isImage = mark === gif.image;
    const end = afterBlocks(isImage ? at + 11 + table(bytes.readUInt8(at + 9)) : at + 2);
    const kind = bytes.readUInt8(at + 1);
    const isLoop = kind === gif.application && gifLoops.includes(bytes.toString('latin1', at + 3, at + 14));
    if (isImage || kind === gif.control || isLoop) kept.push(cut(bytes, at, end));
    at = end;
  }
  return Buffer.concat([...kept, Buffer.of(gif.end)]);
}

const jpeg = { app0: 0xe0, app1: 0xe1, app2: 0xe2, app14: 0xee, app15: 0xef, comment: 0xfe, scan: 0xda, end: 0xd9 };

function cleanJpeg(bytes: Buffer): Buffer {
  const kept = [cut(bytes, 0, 2)];
  let at = 2;
  for (;;) {
    if (bytes.readUInt8(at) !== 0xff) throw new RangeError('no marker');
    const marker = bytes.readUInt8(at + 1);
    if (marker === jpeg.end) break;
    if (marker === 0xff) {
      at += 1;
      continue;
    }
    let end = at + 2 + bytes.readUInt16BE(at + 2);
    const isWanted = isPicturePart(marker, cut(bytes, at + 4, end));
    if (marker === jpeg.scan) end = afterScan(bytes, end);
    if (isWanted) kept.push(cut(bytes, at, end));
    at = end;
  }
  // What comes after the first image is another one, or none.
  return Buffer.concat([...kept, Buffer.of(0xff, jpeg.end)]);
}

/** The scan's own bytes go on up to a marker that is neither a stuffed 0xff nor a restart. */
function afterScan(bytes: Buffer, from: number): number {
  let at = from;
  const goesOn = (next: number) => next === 0 || (next >= 0xd0 && next <= 0xd7);
  while (bytes.readUInt8(at) !== 0xff || goesOn(bytes.readUInt8(at + 1))) at += 1;
  return at;
}

/** Of what a program may add only the frame of a JFIF, the colours and how they are coded. */
function isPicturePart(marker: number, data: Buffer): boolean {
  const begins = (text: string) => data.toString('latin1', 0, text.length) === text;
  if (marker === jpeg.app0) return begins('JFIF\0');
  if (marker === jpeg.app2) return begins('ICC_PROFILE\0');
  if (marker === jpeg.app14) return begins('Adobe');
  if (marker === jpeg.app1 && begins('Exif\0\0')) refuseTurned(data.subarray(6));
  return marker !== jpeg.comment && (marker < jpeg.app0 || marker > jpeg.app15);
}

const upright = 1;

/** Without its EXIF, an image that a phone has turned would lie on its side. */
function refuseTurned(tiff: Buffer): void {
  const isLittle = tiff.toString('latin1', 0, 2) === 'II';
  const short = (at: number) => (isLittle ? tiff.readUInt16LE(at) : tiff.readUInt16BE(at));
  const directory = isLittle ? tiff.readUInt32LE(4) : tiff.readUInt32BE(4);
  const entries = Array.from({ length: short(directory) }, (_, i) => directory + 2 + 12 * i);
  const orientation = entries.find((at) => short(at) === 0x0112);
  if (orientation !== undefined && short(orientation + 8) !== upright) {
    throw new Turned();
  }
}
