import { crc32, deflateSync } from 'node:zlib';

type Colour = readonly [red: number, green: number, blue: number];

/** A night over mountains with a vein of ore in them: three colours and a shape, drawn here so that nothing is borrowed. */
export interface Scene {
  width: number;
  height: number;
  /** Sky from above to the horizon; the coin in it and the vein. */
  sky: readonly [Colour, Colour];
  rock: Colour;
  ore: Colour;
  /** Where the coin stands and how large it is, in parts of width and height. */
  coin: { x: number; y: number; radius: number };
  /** Moves the ridges, so that two pictures differ. */
  shift: number;
}

/** The scene as a PNG. */
export function drawPicture(scene: Scene): Buffer {
  const { width, height } = scene;
  const rows = Buffer.alloc((width * 3 + 1) * height);
  const painter = painterOf(scene);
  let at = 0;
  for (let y = 0; y < height; y++) {
    // Filter 1: each byte as the difference to the pixel on its left, which makes flat colours nothing.
    rows[at++] = 1;
    let left: Colour = [0, 0, 0];
    for (let x = 0; x < width; x++) {
      const colour = painter(x, y);
      if (colour !== left) for (const part of parts) rows[at + part] = colour[part] - left[part];
      at += 3;
      left = colour;
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

const layers = 3;
const parts = [0, 1, 2] as const;

function painterOf({ width, height, sky, rock, ore, coin, shift }: Scene): (x: number, y: number) => Colour {
  const [above, below] = sky;
  const ridges = Array.from({ length: layers }, (_, layer) =>
    Array.from({ length: width }, (_, x) => height * ridgeAt(x / width, layer, shift)),
  );
  const rocks = ridges.map((_, layer) => mix(below, rock, 0.35 + 0.3 * layer));
  const radius = coin.radius * height;
  const [coinX, coinY] = [coin.x * width, coin.y * height];
  const vein = veinOf(width, height, shift);
  const thick = height / 110;

  const skies = Array.from({ length: height }, (_, y) => mix(above, below, y / height));
  const front = ridges.at(-1) as number[];
  const frontRock = rocks.at(-1) as Colour;
  const glow = 1.5 * radius;

  return (x, y) => {
    const under = y - (front[x] as number);
    if (under >= 1) return oreIn(x, y, under);
    let colour = skies[y] as Colour;
    const away = Math.abs(x - coinX) < glow && Math.abs(y - coinY) < glow ? Math.hypot(x - coinX, y - coinY) : glow;
    if (away < glow) {
      colour = mix(colour, ore, 0.22 * share(1.5 - away / radius));
      colour = mix(colour, ore, share(radius - away));
      colour = mix(colour, above, 0.35 * share(1.2 * thick - Math.abs(away - radius * 0.78)));
    }
    for (let layer = 0; layer < layers; layer++) {
      colour = mix(colour, rocks[layer] as Colour, share(y - (ridges[layer]?.[x] ?? height)));
    }
    return colour;
  };

  /** Ore shows in the rock in front only, and in its light. */
  function oreIn(x: number, y: number, under: number): Colour {
    const [top, bottom] = vein.band;
    if (y < top - 7 * thick || y > bottom + 7 * thick) return frontRock;
    const distance = distanceTo(vein.points, x, y);
    if (distance > 7 * thick) return frontRock;
    const inRock = share(under / (4 * thick));
    const lit = mix(frontRock, ore, inRock * 0.18 * share(1 - distance / (7 * thick)));
    return mix(lit, ore, inRock * share(thick - distance));
  }
}

/** Height of a ridge above the lower edge: waves on waves, lower the nearer. */
function ridgeAt(x: number, layer: number, shift: number): number {
  const turn = shift * 2.1 + layer * 1.9;
  const waves =
    0.11 * Math.sin(5 * x + turn) + 0.055 * Math.sin(13 * x + 2 * turn) + 0.018 * Math.sin(41 * x + 3 * turn);
  return 0.5 + 0.13 * layer + waves;
}

type Point = readonly [x: number, y: number];

function veinOf(width: number, height: number, shift: number): { points: Point[]; band: [number, number] } {
  const corners = 9;
  const points = Array.from({ length: corners }, (_, i) => {
    const wave = Math.sin(i * 2.4 + shift * 1.7);
    return [(width * i) / (corners - 1), height * (0.88 + 0.07 * wave)] as const;
  });
  const heights = points.map(([, y]) => y);
  return { points, band: [Math.min(...heights), Math.max(...heights)] };
}

/** The vein goes from left to right: only the stretches around a column can be near. */
function distanceTo(points: readonly Point[], x: number, y: number): number {
  let nearest = Number.POSITIVE_INFINITY;
  const stretch = (points.at(-1)?.[0] ?? 1) / (points.length - 1);
  const here = Math.floor(x / stretch);
  for (let i = Math.max(1, here); i < Math.min(points.length, here + 3); i++) {
    const [ax, ay] = points[i - 1] as Point;
    const [bx, by] = points[i] as Point;
    const along = share(((x - ax) * (bx - ax) + (y - ay) * (by - ay)) / ((bx - ax) ** 2 + (by - ay) ** 2));
    nearest = Math.min(nearest, Math.hypot(x - ax - along * (bx - ax), y - ay - along * (by - ay)));
  }
  return nearest;
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

function chunk(name: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(name, 'latin1'), data]);
  const framed = Buffer.alloc(body.length + 8);
  framed.writeUInt32BE(data.length, 0);
  framed.set(body, 4);
  framed.writeUInt32BE(crc32(body), body.length + 4);
  return framed;
}
