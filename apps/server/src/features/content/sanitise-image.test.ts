// An image is shown without what was written beside it: each kind made with every part that could identify a person, and what
// comes out is the same image as the one that was made without them.
import { describe, expect, it } from 'vitest';
import { smallPicture } from '../../testing/pictures.ts';
import { sanitiseImage } from './sanitise-image.ts';

const latin = (text: string) => Buffer.from(text, 'latin1');
const secret = 'GPS 29.55 103.77 Li Lei';
const join = (...parts: (string | Buffer)[]) =>
  Buffer.concat(parts.map((part) => (typeof part === 'string' ? latin(part) : part)));
const uint32 = (value: number) => {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32BE(value);
  return bytes;
};

/** Of a JPEG: marker, length, data. */
const segment = (marker: number, ...data: (string | Buffer)[]) => {
  const body = join(...data);
  return join(Buffer.of(0xff, marker, (body.length + 2) >> 8, (body.length + 2) & 0xff), body);
};
const exif = (orientation: number, order: 'II' | 'MM') =>
  segment(
    0xe1,
    'Exif\0\0',
    order === 'II'
      ? `II*\0\x08\0\0\0\x01\0\x12\x01\x03\0\x01\0\0\0${String.fromCharCode(orientation)}\0\0\0`
      : `MM\0*\0\0\0\x08\0\x01\x01\x12\0\x03\0\0\0\x01\0${String.fromCharCode(orientation)}\0\0`,
    secret,
  );
const scan = join(segment(0xda, '\x01\x01\0\0\x3f\0'), '\x12\xff\0\x34\xff\xd0\x56');
const frame = segment(0xc2, '\x08\0\xc8\x01\x2c\x01\x01\x11\0');
const colours = join(
  segment(0xe0, 'JFIF\0\x01\x02\0\0\x01\0\x01\0\0'),
  segment(0xe2, 'ICC_PROFILE\0', 'colours'),
  segment(0xee, 'Adobe', '\0\x64\0\0\0\0\x01'),
);
const jpegEnd = '\xff\xd9';

/** Of a WebP: name, length, data, and a byte to make it even. */
const chunk = (name: string, data: string) => {
  const size = Buffer.alloc(4);
  size.writeUInt32LE(data.length);
  return join(name, size, data, data.length % 2 ? '\0' : '');
};
const webp = (...chunks: Buffer[]) => {
  const size = Buffer.alloc(4);
  size.writeUInt32LE(join(...chunks).length + 4);
  return join('RIFF', size, 'WEBP', ...chunks);
};
const size3x2 = '\0\0\0\x02\0\0\x01\0\0';
const flags = (bits: number) => String.fromCharCode(bits) + size3x2;

const pngPart = (name: string, data: string) => join(uint32(data.length), name, data, 'sum.');
const pngHead = smallPicture.subarray(0, 33);
const pngRest = smallPicture.subarray(33);

const gifHead = 'GIF89a\x03\0\x02\0\x80\0\0colour';
const gifLoop = '!\xff\x0bNETSCAPE2.0\x03\x01\0\0\0';
const gifImage = '!\xf9\x04\0\0\0\0\0,\0\0\0\0\x03\0\x02\0\0\x02\x02;!\0';
const subBlock = (text: string) => `${String.fromCharCode(text.length)}${text}\0`;

/** With everything beside the image, and as it must come out. */
const images: Record<string, [Buffer, Buffer]> = {
  JPEG: [
    join(
      '\xff\xd8',
      colours,
      exif(1, 'II'),
      exif(1, 'MM'),
      segment(0xe0, 'JFXX\0', secret),
      segment(0xe1, 'http://ns.adobe.com/xap/1.0/\0', secret),
      segment(0xe2, 'MPF\0', secret),
      segment(0xed, 'Photoshop 3.0\0', secret),
      segment(0xfe, secret),
      frame,
      '\xff',
      scan,
      segment(0xfe, secret),
      scan,
      jpegEnd,
      '\xff\xd8',
      segment(0xe1, secret),
      jpegEnd,
    ),
    join('\xff\xd8', colours, frame, scan, scan, jpegEnd),
  ],
  PNG: [
    join(
      pngHead,
      pngPart('gAMA', '\0\0\xb1\x8f'),
      ...['tEXt', 'zTXt', 'iTXt', 'eXIf', 'tIME', 'prVt'].map((name) => pngPart(name, secret)),
      pngRest.subarray(0, -12),
      pngRest.subarray(-12),
      pngPart('tEXt', secret),
      pngRest.subarray(-12),
    ),
    join(pngHead, pngPart('gAMA', '\0\0\xb1\x8f'), pngRest),
  ],
  WebP: [
    webp(
      chunk('VP8X', flags(0x3c)),
      chunk('ICCP', 'odd'),
      chunk('VP8L', 'pixels'),
      chunk('EXIF', secret),
      chunk('XMP ', secret),
      chunk('mine', secret),
    ),
    webp(chunk('VP8X', flags(0x30)), chunk('ICCP', 'odd'), chunk('VP8L', 'pixels')),
  ],
  GIF: [
    join(
      gifHead,
      gifLoop,
      `!\xfe${subBlock(secret)}`,
      `!\xff\x0bXMP DataXMP${subBlock(secret)}`,
      gifImage,
      `!\x01${subBlock(secret)}`,
      gifImage,
      ';',
      secret,
      ';',
    ),
    join(gifHead, gifLoop, gifImage, gifImage, ';'),
  ],
};

describe('an image that is shown', () => {
  it.each(Object.entries(images))('keeps of a %s what it shows, and nothing beside it', (_, [made, shown]) => {
    const clean = sanitiseImage(made);
    if ('flaw' in clean) throw new Error(clean.flaw.en);
    expect(made.includes(secret)).toBe(true);
    expect(clean.bytes.toString('latin1')).toBe(shown.toString('latin1'));
    // What is clean stays as it is.
    expect(sanitiseImage(clean.bytes)).toEqual(clean);
  });

  it('is not one that its EXIF turns: without it, it would lie on its side', () => {
    for (const order of ['II', 'MM'] as const) {
      const turned = join('\xff\xd8', exif(6, order), frame, scan, jpegEnd);
      expect(sanitiseImage(turned)).toMatchObject({
        flaw: { en: 'its EXIF says that it is to be turned: save it upright' },
      });
    }
  });

  it('has parts that fit into it', () => {
    const [jpeg, png, , gif] = Object.values(images).map(([made]) => made) as [Buffer, Buffer, Buffer, Buffer];
    const wrong = [
      join(pngHead, uint32(0x7fffffff), 'tEXt', pngRest),
      join(png.subarray(0, 33), pngPart('IDAT', 'x').subarray(0, -6), pngRest.subarray(-12)),
      join('\xff\xd8', colours, frame, segment(0xfe, 'x').subarray(0, 3), '\xff\xff', jpegEnd),
      join(jpeg.subarray(0, 2), frame, 'no marker', jpegEnd),
      join(gifHead, '?', ';'),
      join(gifHead, gif.subarray(19, 30), '\xff', ';'),
    ];
    for (const bytes of wrong)
      expect(sanitiseImage(bytes)).toMatchObject({ flaw: { en: 'its parts cannot be separated' } });
    expect(sanitiseImage(latin('<svg/>'))).toMatchObject({ flaw: { en: 'no whole PNG, JPEG, WebP or GIF' } });
  });

  it('cut off anywhere or with a byte changed, is clean or none: nothing is thrown', () => {
    for (const [made] of Object.values(images)) {
      for (let at = 0; at < made.length; at++) {
        sanitiseImage(made.subarray(0, at));
        const changed = Buffer.from(made);
        changed[at] = (changed[at] as number) ^ 0xff;
        expect(sanitiseImage(changed)).toBeTypeOf('object');
      }
    }
  });
});
