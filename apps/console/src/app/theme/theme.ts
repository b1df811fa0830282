import { type ThemeConfig, theme } from 'antd';
import { darkComponents, darkTokens } from './dark.ts';
import light from './light.json' with { type: 'json' };

const key = { cssVar: { key: 'lode-console' } };

/** Density is set by hand: antd's compact algorithm would take 13 px down to 10. */
export function themeOf(isDark: boolean): ThemeConfig {
  if (!isDark) return { ...key, algorithm: theme.defaultAlgorithm, ...(light as ThemeConfig) };
  const components: Record<string, object> = { ...darkComponents };
  for (const [name, tokens] of Object.entries(light.components))
    components[name] = { ...withoutColours(tokens), ...darkComponents[name] };
  const token = { ...withoutColours(light.token), ...darkTokens };
  return { ...key, algorithm: theme.darkAlgorithm, token, components } as ThemeConfig;
}

/** What is a size, a font or a time holds in the dark too. */
function withoutColours(tokens: Record<string, unknown>): Record<string, unknown> {
  const isColour = (value: unknown) => typeof value === 'string' && /#[0-9a-f]{3,8}\b|rgba?\(/i.test(value);
  return Object.fromEntries(Object.entries(tokens).filter(([, value]) => !isColour(value)));
}
