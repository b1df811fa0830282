// Covers both themes: same roles, readable text (WCAG AA), and raw colours in tokens.css only.
import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';

const source = readFileSync(`${import.meta.dirname}/tokens.css`, 'utf8').replace(/\/\*[\s\S]*?\*\//g, '');

/** The declarations of all rules whose selectors one of these is among, later ones over earlier ones. */
function colours(...selectors: string[]): Map<string, string> {
  const rules = [...source.matchAll(/([^{}]+)\{([^{}]*)\}/g)].filter(([, selector = '']) =>
    selector.split(',').some((one) => selectors.includes(one.trim())),
  );
  return new Map(
    rules.flatMap(([, , block = '']) =>
      [...block.matchAll(/(--[\w-]+):\s*(#[0-9a-f]{6})\b/gi)].map(([, name = '', colour = '']) => [name, colour]),
    ),
  );
}

const light = '[data-theme="default"]';
const dark = '[data-appearance="dark"]';
const vip = '[data-theme="vip"]';
const themes = { default: colours(light), 'default, dark': colours(light, dark), vip: colours(light, vip) };

function luminance(hex: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => {
    const part = Number.parseInt(hex.slice(at, at + 2), 16) / 255;
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

function contrast(one: string, other: string): number {
  const [light = 0, dark = 0] = [luminance(one), luminance(other)].sort((a, b) => b - a);
  return (light + 0.05) / (dark + 0.05);
}

const statuses = ['running', 'waiting', 'suspend', 'repair', 'arrear', 'capsule'];
const textOnGround: [text: string, ...grounds: string[]][] = [
  ['--ink', '--paper', '--surface', '--surface-2', '--seg-on'],
  ['--ink-2', '--paper', '--surface', '--surface-2'],
  ['--ink-3', '--paper', '--surface', '--surface-2'],
  ['--hero-ink', '--hero', '--hero-2', '--hero-3'],
  ['--hero-ink-2', '--hero', '--hero-2'],
  ['--accent-ink', '--paper', '--surface', '--accent-soft'],
  ['--on-accent', '--accent', '--accent-press'],
  ['--up', '--surface', '--surface-2'],
  ['--down', '--surface', '--surface-2'],
  ['--danger', '--paper', '--surface', '--danger-soft'],
  ['--ok', '--ok-soft'],
  ['--on-danger', '--danger'],
  ['--toast-ink', '--toast'],
  ['--on-btn-dark', '--btn-dark'],
  ['--on-disabled', '--disabled'],
  ...statuses.map((status): [string, string] => [`--st-${status}`, `--st-${status}-bg`]),
];

describe.each(['default', 'default, dark', 'vip'] as const)('theme %s', (name) => {
  const theme = themes[name];

  it('text has a contrast of 4.5 : 1 on every ground', () => {
    const weak = textOnGround.flatMap(([text, ...grounds]) =>
      grounds
        .map((ground) => ({
          pair: `${text} on ${ground}`,
          ratio: contrast(theme.get(text) ?? '', theme.get(ground) ?? ''),
        }))
        .filter(({ ratio }) => !(ratio >= 4.5)),
    );
    expect(weak).toEqual([]);
  });

  it('outlines, focus and the bars of a card have a contrast of 3 : 1', () => {
    expect(contrast(theme.get('--chart-base') ?? '', theme.get('--surface') ?? '')).toBeGreaterThanOrEqual(3);
    for (const ground of ['--surface', '--paper']) {
      expect(contrast(theme.get('--line-strong') ?? '', theme.get(ground) ?? '')).toBeGreaterThanOrEqual(3);
      expect(contrast(theme.get('--focus') ?? '', theme.get(ground) ?? '')).toBeGreaterThanOrEqual(3);
    }
  });
});

describe('the themes', () => {
  it.each([dark, vip])('has a value of its own on %s for every role that is not the same on any ground', (selector) => {
    const own = colours(selector);
    const shared = [...themes.default.keys()].filter((name) => !own.has(name));
    expect(themes.default.size).toBeGreaterThan(50);
    expect(shared.filter((name) => !/^--(hero|accent|on-accent|qr-)/.test(name))).toEqual([]);
  });

  it('fail the check when a text is too light', () => {
    expect(contrast('#9a9a9a', '#ffffff')).toBeLessThan(4.5);
  });
});

describe('design width', () => {
  it('is 750, with a root of 20 px at 375, clamped to 20–40, and 24 in the column above 500 [constant:design-width]', () => {
    expect(source).toContain('clamp(20px, calc(100vw / 18.75), 40px)');
    expect(source).toMatch(/min-width: 500\.02px\)\s*\{\s*html\s*\{\s*font-size: 24px/);
    expect(source).toContain('--px: 0.025rem');
  });
});

describe('component styles', () => {
  it('contain no raw colour', () => {
    const folder = `${import.meta.dirname}/../components`;
    const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((file) => file.endsWith('.css'));
    expect(files.length).toBeGreaterThan(30);
    const raw = files.filter((file) =>
      /#[0-9a-f]{3,8}\b|rgba?\(|hsla?\(/i.test(readFileSync(`${folder}/${file}`, 'utf8')),
    );
    expect(raw).toEqual([]);
  });
});
