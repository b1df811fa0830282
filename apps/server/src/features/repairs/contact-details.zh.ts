import { type Sentence, sentence } from '../../platform/sentence.ts';

interface ContactDetail {
  pattern: RegExp;
  name: Sentence;
}

/** From the plainest on; the first one found is named. */
const contactDetails: readonly ContactDetail[] = [
  { pattern: /[^\s@]@[^\s@]/u, name: sentence('an e-mail address', '邮箱地址') },
  {
    pattern: /:\/\/|\bwww\b|[a-z0-9-]+ ?(?:[.·] ?[a-z]{2,}|。 ?(?:com|cn|net|org|top|cc|xyz|io|vip|app|me)\b)/iu,
    name: sentence('a link', '链接'),
  },
  {
    pattern: /微信|薇信|\bwe-?chat\b|\bvx\b|\bqq\b|扣扣|telegram|whats ?app|电报群|\bt\.me\b/iu,
    name: sentence('another messenger', '其他联系方式'),
  },
  {
    pattern:
      /(?<!\d)(?:\+?86[\s-]?)?(?:1[3-9]|0\d|400)(?:[\s().+-]*\d){6,}|\d(?:[().+-]*\d){6,}|[〇零一二三四五六七八九幺两]{7,}/u,
    name: sentence('a telephone number', '电话号码'),
  },
];

/** Digits that are none of a telephone: dates, and the machine's own number. */
const dates = /20\d\d[-/.年]\d{1,2}(?:[-/.月]\d{1,2}日?)?/gu;

/**
 * What one member writes reaches a customer under the house's name: it may not lead anywhere else. Null where nothing does. Forms of
 * the same letters and signs that are not seen count as what they look like.
 */
export function contactDetailIn(text: string, machineNo: string): Sentence | null {
  const plain = text
    .normalize('NFKC')
    .replace(/\p{Cf}/gu, '')
    .replaceAll(machineNo, ' ');
  const withoutDates = plain.replace(dates, ' ');
  return contactDetails.find(({ pattern }) => pattern.test(withoutDates))?.name ?? null;
}
