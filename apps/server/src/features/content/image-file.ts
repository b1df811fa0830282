import type { Sentence } from '../../platform/sentence.ts';
import * as say from './sentences.zh.ts';

/** The type of an image by its bytes: a name or a header is only a claim. */
export interface ImageFacts {
  type: ImageType;
  width: number;
  height: number;
}

export type ImageType = 'png' | 'jpg' | 'webp' | 'gif';

export const largestImage = 1024 * 1024;
const longestSide = 4096;

/** The facts of an image that may be shown; or in words why this file is none. */
export function readImage(bytes: Buffer): ImageFacts | { flaw: Sentence } {
  if (bytes.length > largestImage) return { flaw: say.tooLarge(largestImage / 1024) };
  const facts = readPng(bytes) ?? readGif(bytes) ?? readWebp(bytes) ?? readJpeg(bytes);
  if (facts === null) return { flaw: say.noImage };
  const { width, height } = facts;
  if (width < 1 || height < 1 || width > longestSide || height > longestSide) {
    return { flaw: say.sides(width, height, longestSide) };
  }
  return facts;
}

const pngStart = Buffer.from('\x89PNG\r\n\x1a\n\0\0\0\x0dIHDR', 'latin1');
const pngEnd = Buffer.from('\0\0\0\0IEND\xae\x42\x60\x82', 'latin1');

/** The end is asked for too: a file that was cut off, or that goes on as something else, is none. */
function readPng(bytes: Buffer): ImageFacts | null {
  if (bytes.length < 45 || !startsWith(bytes, pngStart) || !bytes.subarray(-12).equals(pngEnd)) return null;
  return { type: 'png', width: bytes.readUInt32BE(16), height: bytes.readUInt32BE(20) };
}

function readGif(bytes: Buffer): ImageFacts | null {
  const start = bytes.toString('latin1', 0, 6);
  if (bytes.length < 14 || (start !== 'GIF87a' && start !== 'GIF89a') || bytes.at(-1) !== 0x3b) return null;
  return { type: 'gif', width: bytes.readUInt16LE(6), height: bytes.readUInt16LE(8) };
}

/** A RIFF container that says its own length; the first chunk is one of three ways to give the size. */
function readWebp(bytes: Buffer): ImageFacts | null {
  const isContainer =
    bytes.length >= 30 && bytes.toString('latin1', 0, 4) === 'RIFF' && bytes.toString('latin1', 8, 12) === 'WEBP';
  if (!isContainer || bytes.readUInt32LE(4) + 8 !== bytes.length) return null;
  switch (bytes.toString('latin1', 12, 16)) {
    case 'VP8 ':
      if (bytes.readUIntBE(23, 3) !== 0x9d012a) return null;
      return { type: 'webp', width: bytes.readUInt16LE(26) & 0x3fff, height: bytes.readUInt16LE(28) & 0x3fff };
    case 'VP8L': {
      if (bytes[20] !== 0x2f) return null;
      const bits = bytes.readUInt32LE(21);
      return { type: 'webp', width: (bits & 0x3fff) + 1, height: ((bits >>> 14) & 0x3fff) + 1 };
    }
    case 'VP8X':
      return { type: 'webp', width: bytes.readUIntLE(24, 3) + 1, height: bytes.readUIntLE(27, 3) + 1 };
    default:
      return null;
  }
}

/** Walks the segments up to the frame that gives the size. */
function readJpeg(bytes: Buffer): ImageFacts | null {
  const isWhole =
    bytes.length >= 12 && bytes.readUInt16BE(0) === 0xffd8 && bytes.readUInt16BE(bytes.length - 2) === 0xffd9;
  if (!isWhole) return null;
  let at = 2;
  while (at + 9 <= bytes.length && bytes[at] === 0xff) {
    const marker = bytes[at + 1] as number;
    if (marker === 0xff) {
      at += 1;
    } else if (isFrame(marker)) {
      return { type: 'jpg', width: bytes.readUInt16BE(at + 7), height: bytes.readUInt16BE(at + 5) };
    } else {
      const length = bytes.readUInt16BE(at + 2);
      if (length < 2) return null;
      at += 2 + length;
    }
  }
  return null;
}

/** SOF0 to SOF15 without the three that share their range and are none. */
function isFrame(marker: number): boolean {
  return marker >= 0xc0 && marker <= 0xcf && marker !== 0xc4 && marker !== 0xc8 && marker !== 0xcc;
}

function startsWith(bytes: Buffer, start: Buffer): boolean {
  return bytes.subarray(0, start.length).equals(start);
}
