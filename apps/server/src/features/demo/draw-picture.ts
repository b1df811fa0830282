import { crc32, deflateSync } from 'node:zlib';

type Colour = readonly [red: number, green: number, blue: number];
type Point = readonly [x: number, y: number];

/** A vein of ore on dark rock, in the colours of the app's hero and drawn here, so that nothing is borrowed. */
export interface Scene {
  width: number;
  height: number;
  /** The edge of the rock from left to right: `0 62, 11 50`, in hundredths of width and height from the upper left. */
  vein: string;
  /** Ore inside the rock, likewise. */
  branches: readonly string[];
  /** Which point of the vein has a dot. */
  mark: number;
}

const ground: Colour = [17, 21, 28];
const rock: Colour = [26, 32, 42];
const strata: Colour = [42, 50, 63];
const ore: Colour = [245, 165, 36];
const deepOre: Colour = [157, 112, 39];

/** How far a layer of the rock leans on its way down, in parts of the height. */
const slants = [-0.16, 0.12, -0.08, 0.2];

/** The scene as a PNG. */
export function drawPicture({ width, height, vein, branches, mark }: Scene): Buffer {
  const canvas = new Canvas(width, height);
  const edge = pointsOf(vein, canvas);
  canvas.fill(edge);
  const thick = width / 190;
  for (const [i, [x, y]] of edge.entries()) {
    const lean = slants[i % slants.length] ?? 0;
    if (i % 2 === 1) canvas.line([x, y], [x + lean * height, height], thick / 2, strata);
  }
  for (const branch of branches) canvas.path(pointsOf(branch, canvas), thick * 0.6, deepOre);
  canvas.path(edge, thick, ore);
  const marked = edge[mark];
  if (marked !== undefined) {
    canvas.disc(marked, thick * 4.5, ore, 0.22);
    canvas.disc(marked, thick * 2, ore, 1);
  }
  return encoded(canvas);
}

function pointsOf(path: string, { width, height }: Canvas): Point[] {
  return path.split(', ').map((pair) => {
    const [x = 0, y = 0] = pair.split(' ').map(Number);
    return [(x / 100) * width, (y / 100) * height];
  });
}

class Canvas {
  readonly width: number;
  readonly height: number;
  readonly pixels: Buffer;

  constructor(width: number, height: number) {
    this.width = width;
    this.height = height;
    this.pixels = Buffer.alloc(width * height * 3);
  }

  /** Ground above the edge, rock below it. */
  fill(edge: readonly Point[]): void {
    for (let x = 0; x < this.width; x++) {
      const top = heightAt(edge, x + 0.5);
      for (let y = 0; y < this.height; y++) {
        const colour = mix(ground, rock, share(y + 1 - top));
        this.pixels.set(colour, (y * this.width + x) * 3);
      }
    }
  }

  path(points: readonly Point[], thick: number, colour: Colour): void {
    for (const [i, to] of points.entries()) {
      const from = points[i - 1];
      if (from !== undefined) this.line(from, to, thick, colour);
    }
  }

  line(from: Point, to: Point, thick: number, colour: Colour): void {
    this.#paint([from, to], thick / 2, colour, 1);
  }

  disc(centre: Point, radius: number, colour: Colour, strength: number): void {
    this.#paint([centre, centre], radius, colour, strength);
  }

  /** All that lies within a distance of a stretch, its edge softened over one pixel. */
  #paint([from, to]: readonly [Point, Point], radius: number, colour: Colour, strength: number): void {
    const within = (value: number, most: number) => Math.min(most, Math.max(0, Math.round(value)));
    const margin = radius + 1;
    const left = within(Math.min(from[0], to[0]) - margin, this.width);
    const right = within(Math.max(from[0], to[0]) + margin, this.width);
    const top = within(Math.min(from[1], to[1]) - margin, this.height);
    const bottom = within(Math.max(from[1], to[1]) + margin, this.height);
    for (let y = top; y < bottom; y++) {
      for (let x = left; x < right; x++) {
        const part = strength * share(radius + 0.5 - distance([x + 0.5, y + 0.5], from, to));
        if (part === 0) continue;
        const at = (y * this.width + x) * 3;
        const [red = 0, green = 0, blue = 0] = this.pixels.subarray(at, at + 3);
        this.pixels.set(mix([red, green, blue], colour, part), at);
      }
    }
  }
}

/** Of the line through points that go from left to right. */
function heightAt(points: readonly Point[], x: number): number {
  const next = points.findIndex(([px]) => px >= x);
  const [bx, by] = points.at(next) ?? [0, 0];
  const [ax, ay] = points[next - 1] ?? [bx, by];
  return bx === ax ? by : ay + ((by - ay) * (x - ax)) / (bx - ax);
}

/** From a point to a stretch. */
function distance([x, y]: Point, [ax, ay]: Point, [bx, by]: Point): number {
  const length = (bx - ax) ** 2 + (by - ay) ** 2;
  const along = length === 0 ? 0 : share(((x - ax) * (bx - ax) + (y - ay) * (by - ay)) / length);
  return Math.sqrt((x - ax - along * (bx - ax)) ** 2 + (y - ay - along * (by - ay)) ** 2);
}

function share(value: number): number {
  return Math.min(1, Math.max(0, value));
}

function mix(one: Colour, other: Colour, part: number): Colour {
  if (part <= 0) return one;
  if (part >= 1) return other;
  const blend = (i: 0 | 1 | 2) => Math.round(one[i] + (other[i] - one[i]) * part);
  return [blend(0), blend(1), blend(2)];
}

function encoded({ width, height, pixels }: Canvas): Buffer {
  const stride = width * 3;
  const rows = Buffer.alloc((stride + 1) * height);
  for (let y = 0; y < height; y++) {
    const to = y * (stride + 1);
    // Filter 1: each byte as the difference to the pixel on its left, which makes flat colours nothing.
    rows[to] = 1;
    for (let i = 0; i < stride; i++) {
      const at = y * stride + i;
      rows[to + 1 + i] = (pixels[at] ?? 0) - (i < 3 ? 0 : (pixels[at - 3] ?? 0));
    }
  }
  const head = Buffer.alloc(13);
  head.writeUInt32BE(width, 0);
  head.writeUInt32BE(height, 4);
  head.set([8, 2, 0, 0, 0], 8);
  const start = Buffer.from('\x89PNG\r\n\x1a\n', 'latin1');
  const chunks = [chunk('IHDR', head), chunk('IDAT', deflateSync(rows, { level: 6 })), chunk('IEND', Buffer.alloc(0))];
  return Buffer.concat([start, ...chunks]);
}

function chunk(name: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(name, 'latin1'), data]);
  const framed = Buffer.alloc(body.length + 8);
  framed.writeUInt32BE(data.length, 0);
  framed.set(body, 4);
  framed.writeUInt32BE(crc32(body), body.length + 4);
  return framed;
}
