// The bytes decide the type of an image: four types with their sizes; a name or header alone is refused.
import { describe, expect, it } from 'vitest';
import { smallPicture } from '../../testing/pictures.ts';
import { largestImage, readImage } from './image-file.ts';

const latin = (text: string) => Buffer.from(text, 'latin1');
const riff = (body: Buffer) => {
  const size = Buffer.alloc(4);
  size.writeUInt32LE(body.length + 4);
  return Buffer.concat([latin('RIFF'), size, latin('WEBP'), body]);
};

const gif = latin('GIF89a\x03\x00\x02\x00\x00\x00\x00\x2c\x00;');
const jpeg = latin('\xff\xd8\xff\xe0\x00\x04\x00\x00\xff\xff\xc2\x00\x0b\x08\x00\xc8\x01\x2c\x01\x01\x11\x00\xff\xd9');
const webps = {
  VP8: riff(latin('VP8 \x0a\0\0\0\0\0\0\x9d\x01\x2a\x03\0\x02\0\0\0\0\0')),
  VP8L: riff(latin('VP8L\x0a\0\0\0\x2f\x02\x40\0\0\0\0\0\0\0\0\0\0')),
  VP8X: riff(latin('VP8X\x0a\0\0\0\0\0\0\0\x02\0\0\x01\0\0')),
};

describe('an image', () => {
  it('is a PNG, GIF, JPEG or WebP, with the size that stands in it', () => {
    expect(readImage(smallPicture)).toEqual({ type: 'png', width: 1, height: 1 });
    expect(readImage(gif)).toEqual({ type: 'gif', width: 3, height: 2 });
    expect(readImage(jpeg)).toEqual({ type: 'jpg', width: 300, height: 200 });
    for (const webp of Object.values(webps)) expect(readImage(webp)).toEqual({ type: 'webp', width: 3, height: 2 });
  });

  it('is whole: cut off or gone on, it is none', () => {
    for (const image of [smallPicture, gif, jpeg, webps.VP8X]) {
      for (let length = 0; length < image.length; length++) {
        expect(readImage(image.subarray(0, length)), `${length} of ${image.length}`).toHaveProperty('flaw');
      }
      expect(readImage(Buffer.concat([image, latin('<script>')]))).toHaveProperty('flaw');
    }
  });

  it('is no SVG, no page, no text that begins like one', () => {
    const others = [
      '<svg xmlns="http://www.w3.org/2000/svg"/>',
      '<!doctype html>',
      '%PDF-1.7',
      'GIF89a',
      'BM',
      'II*\0',
      '',
    ];
    for (const other of others)
      expect(readImage(latin(other))).toMatchObject({ flaw: { en: 'no whole PNG, JPEG, WebP or GIF' } });
  });

  it('has a size that a screen can show', () => {
    const sized = (width: number, height: number) => {
      const bytes = Buffer.from(smallPicture);
      bytes.writeUInt32BE(width, 16);
      bytes.writeUInt32BE(height, 20);
      return readImage(bytes);
    };
    expect(sized(4096, 4096)).toEqual({ type: 'png', width: 4096, height: 4096 });
    for (const [width, height] of [
      [0, 1],
      [1, 0],
      [4097, 1],
      [1, 0xffffffff],
    ] as const) {
      expect(sized(width, height)).toHaveProperty('flaw');
    }
    const large = Buffer.concat([
      smallPicture.subarray(0, -12),
      Buffer.alloc(largestImage),
      smallPicture.subarray(-12),
    ]);
    expect(readImage(large)).toMatchObject({ flaw: { en: 'larger than 1024 KB' } });
  });
});
