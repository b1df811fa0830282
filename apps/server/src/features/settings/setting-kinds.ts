import { type Static, type TSchema, Type } from '@sinclair/typebox';
import { Value } from '@sinclair/typebox/value';

const decimal = (pattern: string) => Type.String({ pattern });

const coinTerms = (amountPattern: string) =>
  Type.Object(
    {
      /** Smallest subscription, in full scale of the coin. */
      min: decimal(amountPattern),
      /** Per cent a year: `"1.80"`. */
      apy: decimal('^\\d{1,3}\\.\\d{2}$'),
    },
    { additionalProperties: false },
  );

/** Every key that there is, with the shape of its value. */
const kinds = {
  'coin-up': Type.Object(
    {
      isEnableFunction: Type.Boolean(),
      BTC: coinTerms('^\\d{1,8}\\.\\d{8}$'),
      USDT: coinTerms('^\\d{1,12}\\.\\d{6}$'),
    },
    { additionalProperties: false },
  ),
} satisfies Record<string, TSchema>;

export type SettingKey = keyof typeof kinds;
export type SettingValue<Key extends SettingKey> = Static<(typeof kinds)[Key]>;

export function isSettingKey(text: string): text is SettingKey {
  return Object.hasOwn(kinds, text);
}

/** Throws on a value that is none: stored settings were checked when they were written. */
export function parseSetting<Key extends SettingKey>(key: Key, value: unknown): SettingValue<Key> {
  const flaw = flawOfSetting(key, value);
  if (flaw) throw new Error(`the setting ${key} is broken: ${flaw}`);
  return value as SettingValue<Key>;
}

/** What is wrong with a value, in words; null when nothing is. */
export function flawOfSetting(key: SettingKey, value: unknown): string | null {
  const error = Value.Errors(kinds[key], value).First();
  return error ? `${error.path || 'it'}: ${error.message}` : null;
}
