import { parseAmount } from '@lode/money';
import { type Static, type TSchema, type TString, Type } from '@sinclair/typebox';
import { Value } from '@sinclair/typebox/value';
import { knownDaysRange } from '../../platform/auto-approval-days.ts';
import type { Sentence } from '../../platform/sentence.ts';
import * as say from './sentences.zh.ts';
import { bounds } from './setting-bounds.zh.ts';

/** `takes` names the bounds. */
const decimal = (pattern: string, takes: Sentence) => Type.String({ pattern, takes });

const apy = decimal('^\\d{1,3}\\.\\d{2}$', bounds.apy);

const btc = decimal('^\\d{1,8}\\.\\d{8}$', bounds.coin8);
const usdt = decimal('^\\d{1,12}\\.\\d{6}$', bounds.coin6);
const eth = decimal('^\\d{1,8}\\.\\d{8}$', bounds.coin8);
const positiveBtc = decimal('^(?=.*[1-9])\\d{1,8}\\.\\d{8}$', bounds.positive8);
const positiveUsdt = decimal('^(?=.*[1-9])\\d{1,12}\\.\\d{6}$', bounds.positive6);

const orNull = (amount: TString, takes: Sentence) => Type.Union([Type.Null(), amount], { takes });

/** Approval of withdrawals by rule: null is off. Amounts are gross, a day is a business day, a destination is known by a payment. */
const approvalPolicy = (amount: TString, takes: Sentence) =>
  Type.Union(
    [
      Type.Null(),
      Type.Object(
        {
          perPayment: amount,
          perCustomerDay: amount,
          perDay: amount,
          knownDays: Type.Integer({ minimum: knownDaysRange.min, maximum: knownDaysRange.max }),
        },
        { additionalProperties: false },
      ),
    ],
    { takes },
  );

/** What the hot wallet keeps: above `upper` it sends what is above `target` into cold storage. Null is off. */
const hotBounds = (amount: TString, above: TString, takes: Sentence) =>
  Type.Union(
    [Type.Null(), Type.Object({ upper: amount, target: above, perDay: amount }, { additionalProperties: false })],
    { takes },
  );

/** Largest of the depths to which reorganisations are followed, less one. */
const mostConfirmations = { BTC: 143, USDT: 255 };

/** More confirmations for a customer's deposits that together reach an amount. */
const confirmationSteps = (amount: TString, most: number, takes: Sentence) =>
  Type.Array(
    Type.Object(
      { from: amount, confirmations: Type.Integer({ minimum: 1, maximum: most }) },
      { additionalProperties: false },
    ),
    { maxItems: 10, takes },
  );

const shortText = Type.String({
  minLength: 1,
  maxLength: 60,
  pattern: '^[^\\u0000-\\u001f<>]*\\S[^\\u0000-\\u001f<>]*$',
});
const contactOf = (pattern: string) => Type.Union([Type.Null(), Type.String({ pattern, maxLength: 100 })]);

/**
 * Every key that there is, with the shape of its value. Amounts are in full scale of the coin. The database keeps the same bounds, by
 * `setting_keeps_its_bounds` and `setting_value_is_readable`.
 */
const kinds = {
  /** The switch of COIN UP. */
  'coin-up.open': Type.Boolean({ takes: bounds.open }),
  /** Smallest subscription, above zero. */
  'coin-up.min.BTC': positiveBtc,
  'coin-up.min.USDT': positiveUsdt,
  /** Per cent a year: `"1.80"`. */
  'coin-up.apy.BTC': apy,
  'coin-up.apy.USDT': apy,
  /** Smaller deposits wait until their sum reaches it. */
  'deposit.min.BTC': btc,
  'deposit.min.USDT': usdt,
  'deposit.steps.BTC': confirmationSteps(btc, mostConfirmations.BTC, bounds.steps8(mostConfirmations.BTC)),
  'deposit.steps.USDT': confirmationSteps(usdt, mostConfirmations.USDT, bounds.steps6(mostConfirmations.USDT)),
  /** Deposits that together reach it are credited when a second node has them too; null is off. */
  'deposit.second-node.BTC': orNull(btc, bounds.coin8OrNull),
  'deposit.second-node.USDT': orNull(usdt, bounds.coin6OrNull),
  /** One withdrawal's smallest and largest amount, all of a business day, and the fee inside it. */
  'withdraw.min.BTC': btc,
  'withdraw.min.USDT': usdt,
  'withdraw.max.BTC': btc,
  'withdraw.max.USDT': usdt,
  'withdraw.day.BTC': btc,
  'withdraw.day.USDT': usdt,
  'withdraw.fee.BTC': btc,
  'withdraw.fee.USDT': usdt,
  /** What is approved without people, and to whom. */
  'withdraw.rule.BTC': approvalPolicy(btc, bounds.policy8),
  'withdraw.rule.USDT': approvalPolicy(usdt, bounds.policy6),
  /** Sites that the webview opens without asking: `example.com`, or `*.example.com` for all below it. */
  'webview.hosts': Type.Array(
    Type.String({ pattern: '^(?:\\*\\.)?(?:[a-z0-9-]{1,63}\\.)+[a-z0-9-]{2,63}$', maxLength: 255 }),
    { maxItems: 100, takes: bounds.hosts },
  ),
  /** How customers reach the house; null is not shown. */
  'support.contact': Type.Object(
    {
      name: Type.Union([Type.Null(), shortText]),
      wechat: contactOf('^[A-Za-z][A-Za-z0-9_-]{5,19}$'),
      phone: contactOf('^\\+?[0-9][0-9 -]{4,22}[0-9]$'),
      mail: contactOf('^[A-Za-z0-9._%+-]{1,64}@(?:[A-Za-z0-9-]{1,63}\\.)+[A-Za-z]{2,63}$'),
      hours: Type.Union([Type.Null(), shortText]),
    },
    { additionalProperties: false, takes: bounds.contact },
  ),
  /** What customers ask most, in the order in which it is shown. */
  'support.faq': Type.Array(
    Type.Object(
      { question: shortText, answer: Type.String({ minLength: 1, maxLength: 1000, pattern: '\\S' }) },
      { additionalProperties: false },
    ),
    { maxItems: 20, takes: bounds.faq },
  ),
  'hot.bounds.BTC': hotBounds(btc, positiveBtc, bounds.hot8),
  'hot.bounds.USDT': hotBounds(usdt, positiveUsdt, bounds.hot6),
  /** Less at a customer's address is not worth a sweep; and what the gas of one may cost. */
  'sweep.min.USDT': usdt,
  'sweep.max-fee.ETH': eth,
} satisfies Record<string, TSchema>;

export type SettingKey = keyof typeof kinds;
export type SettingValue<Key extends SettingKey> = Static<(typeof kinds)[Key]>;

export const settingKeys = Object.keys(kinds) as readonly SettingKey[];

export function isSettingKey(text: string): text is SettingKey {
  return Object.hasOwn(kinds, text);
}

export const schemaOf = (key: SettingKey): TSchema => kinds[key];

/** The values that a key takes. */
export function boundsOf(key: SettingKey): Sentence {
  return schemaOf(key)['takes'] as Sentence;
}

/** Keys with rules of their own: the command that keeps them. */
const ownCommands: Partial<Record<SettingKey, string>> = {
  'coin-up.apy.BTC': 'coin-up:rate',
  'coin-up.apy.USDT': 'coin-up:rate',
  'withdraw.rule.BTC': 'withdrawal:rule',
  'withdraw.rule.USDT': 'withdrawal:rule',
};

/** The command that alone may change a setting; null for what `setting:change` changes. */
export function ownCommandOf(key: SettingKey): string | null {
  return ownCommands[key] ?? null;
}

/** Throws on a value that is none: stored settings were checked when they were written. */
export function parseSetting<Key extends SettingKey>(key: Key, value: unknown): SettingValue<Key> {
  const flaw = validateSetting(key, value);
  if (flaw) throw new Error(`the setting ${key} is broken: ${flaw.en}`);
  return value as SettingValue<Key>;
}

/** What is wrong with a value; null when nothing is. */
export function validateSetting(key: SettingKey, value: unknown): Sentence | null {
  const error = Value.Errors(kinds[key], value).First();
  if (error) return say.takes(key, error, boundsOf(key));
  if (key === 'hot.bounds.BTC') return hotBoundsDisorder(value as HotBounds, 'BTC');
  return key === 'hot.bounds.USDT' ? hotBoundsDisorder(value as HotBounds, 'USDT') : null;
}

type HotBounds = SettingValue<'hot.bounds.BTC' | 'hot.bounds.USDT'>;

function hotBoundsDisorder(bounds: HotBounds, coin: 'BTC' | 'USDT'): Sentence | null {
  if (bounds === null) return null;
  const [upper, target, perDay] = [bounds.upper, bounds.target, bounds.perDay].map((text) => parseAmount(text, coin));
  if (upper === undefined || target === undefined || perDay === undefined || target >= upper)
    return say.targetBelowUpper;
  return upper - target > perDay ? say.perDayTooSmall : null;
}
