// Proves that a tick is seen in both appearances: what is drawn upon the primary colour stands out from it.
import { theme } from 'antd';
import { expect, it } from 'vitest';
import { themeOf } from './theme.ts';

const luminance = (hex: string): number => {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5]
    .map((at) => Number.parseInt(hex.slice(at, at + 2), 16) / 255)
    .map((part) => (part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4));
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
};

const contrast = (one: string, other: string): number => {
  const [dark = 0, light = 0] = [luminance(one), luminance(other)].toSorted((a, b) => a - b);
  return (light + 0.05) / (dark + 0.05);
};

/** As antd has them where the theme says nothing: white. */
const marks = [
  ['Checkbox', 'colorWhite'],
  ['Radio', 'radioColor'],
  ['Switch', 'handleBg'],
] as const;

it.each([
  ['light', false],
  ['dark', true],
])('marks what is chosen in the %s', (_name, isDark) => {
  const config = themeOf(isDark);
  const { colorPrimary, colorWhite } = theme.getDesignToken(config);
  const own = (config.components ?? {}) as Record<string, Record<string, string> | undefined>;
  for (const [part, token] of marks)
    expect(contrast(own[part]?.[token] ?? hexOf(colorWhite), hexOf(colorPrimary)), part).toBeGreaterThan(3);
});

const hexOf = (colour: string): string => (colour.length === 4 ? colour.replaceAll(/[\da-f]/gi, '$&$&') : colour);
