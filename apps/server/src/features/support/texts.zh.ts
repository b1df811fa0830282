import type { Data } from '@lode/contract';
import { type Coin, displayExact } from '@lode/money';

export type SupportSubject = Data<'supportPage'>['records'][number]['about']['of'];

/** What a record is called by; each field is there where its kind has one. */
export interface RecordDetail {
  coin?: string;
  amount?: string;
  /** Of a withdrawal, as its customer reads it. */
  number?: string;
  machineNo?: string;
  date?: string;
  direction?: string;
}

/** A customers' process writes them: what is not of its form is left out of the title. */
const forms: Record<keyof RecordDetail, RegExp> = {
  coin: /^(BTC|USDT|ETH|DOGE)$/,
  amount: /^-?[0-9]{1,30}$/,
  number: /^W[0-9A-Z-]{1,31}$/,
  machineNo: /^[^\p{Cc}\p{Cf}\p{Zl}\p{Zp}]{1,64}$/u,
  date: /^[0-9]{4}-[0-9]{2}-[0-9]{2}$/,
  direction: /^(IN|OUT|INCOMES)$/,
};

function wellFormed(detail: RecordDetail | null): RecordDetail {
  const given: Record<string, unknown> = { ...detail };
  const fields = Object.entries(forms).filter(([name, form]) => {
    const value = given[name];
    return typeof value === 'string' && form.test(value);
  });
  return Object.fromEntries(fields.map(([name]) => [name, given[name]]));
}

const amountOf = ({ coin, amount }: RecordDetail) =>
  coin === undefined || amount === undefined ? '' : `${displayExact(BigInt(amount), coin as Coin)} ${coin}`;

const titles: Record<SupportSubject, (detail: RecordDetail) => (string | undefined)[]> = {
  GENERAL: () => ['一般咨询'],
  WITHDRAWAL: (detail) => ['提现', detail.number, amountOf(detail)],
  DEPOSIT: (detail) => ['充值', amountOf(detail)],
  MACHINE: ({ machineNo }) => ['矿机', machineNo],
  CHARGE: (detail) => ['账单', detail.date, detail.machineNo && `矿机 ${detail.machineNo}`, amountOf(detail)],
  COIN_UP: (detail) => ['COIN UP', directions[detail.direction ?? 'IN'], detail.date, amountOf(detail)],
};
const directions: Record<string, string> = { IN: '转入', OUT: '转出', INCOMES: '利息' };

/** `提现 0.10000000 BTC`. */
export const threadTitle = (about: SupportSubject, detail: RecordDetail | null): string =>
  titles[about](wellFormed(detail)).filter(Boolean).join(' ');

/** An SMS has no room for a long answer; the thread has all of it. */
const longestExcerpt = 160;

export function answerMessage(title: string, answer: string): string {
  const letters = [...answer];
  const excerpt = letters.length > longestExcerpt ? `${letters.slice(0, longestExcerpt).join('')}…` : answer;
  return `客服回复「${title}」：${excerpt}`;
}
