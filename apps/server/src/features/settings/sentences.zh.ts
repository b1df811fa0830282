import { settingFieldName, settingLines } from '@lode/contract/setting-values';
import { settingName } from '@lode/contract/staff-names';
import { type Sentence, sentence } from '../../platform/sentence.ts';
import { timeText } from '../../platform/staff/names.ts';

/** What two people read of the change of a setting; or why it is not changed. */
export const changes = (
  key: string,
  { before, value, from }: { before: string; value: string; from: Date | undefined },
) =>
  sentence(
    `${key} changes ${from === undefined ? 'as soon as it is approved' : `at ${from.toISOString()}`} from ${before} to ${value}`,
    `「${settingName(key)}」${from === undefined ? '批准后立即' : ` ${timeText(from)} 起`}由${inSentence(key, before)}改为${inSentence(key, value).trimEnd()}`,
  );
/** What has lines of its own stands below the words before it. */
function inSentence(key: string, json: string): string {
  const lines = settingLines(json, key);
  const isList = json.startsWith('[') && json !== '[]';
  return isList || lines.length > 1 ? `：\n${lines.join('\n')}\n` : ` ${lines.join()} `;
}
export const changesAt = (key: string, from: Date): Sentence =>
  sentence(`${key} changes at ${from.toISOString()}`, `「${settingName(key)}」${timeText(from)} 起生效`);
export const notAsProposed = (key: string, now: string, proposed: string): Sentence =>
  sentence(
    `${key} is ${now} now, not ${proposed} as when it was proposed`,
    `「${settingName(key)}」现在是${inSentence(key, now).trimEnd()}，不是提议时的${inSentence(key, proposed).trimEnd()}`,
  );
export const changedBy = (key: string, command: string): Sentence =>
  sentence(`${key} is changed by ${command}`, `「${settingName(key)}」用命令 ${command} 修改`);
export const takenMoment = sentence('another version takes effect at that very moment', '同一时刻已有另一个版本生效');
export const neverPast = sentence('a setting takes effect now or later, never in the past', '生效时间不能早于现在');
export const noSetting = (given: string, keys: readonly string[]): Sentence =>
  sentence(`there is no setting ${given}; there are: ${keys.join(', ')}`, `没有参数 ${given}；有：${keys.join('、')}`);
export const noJson = sentence('--value is no JSON', '新的值不是 JSON');
export const aKey = sentence('a key such as coin-up.min.BTC', '参数名，例如 coin-up.min.BTC');

/** `/0/from` is the field of the first row. */
const placeName = (path: string): string =>
  path
    .slice(1)
    .split('/')
    .map((part) => (/^\d+$/.test(part) ? `第 ${BigInt(part) + 1n} 项` : `「${settingFieldName(part)}」`))
    .join('的');

/** What the schema says of a value is English: its Chinese are the bounds. */
export const takes = (
  key: string,
  { path, message }: { path: string; message: string },
  bounds: Sentence,
): Sentence => ({
  en: `${path === '' ? '' : `${path.slice(1)}: ${message}; `}${key} takes ${bounds.en}`,
  zh: `${path === '' ? '' : `${placeName(path)}不对；`}「${settingName(key)}」可取：${bounds.zh}`,
});
export const targetBelowUpper = sentence('target has to be below upper', '目标应小于上限');
export const perDayTooSmall = sentence('perDay has to allow upper less target', '每日上限应不小于上限减目标');
export const feeBelowMinimum = (fee: string, min: string): Sentence =>
  sentence(`the fee ${fee} has to be below the smallest withdrawal ${min}`, `手续费 ${fee} 应小于最低提现 ${min}`);
export const limitsInOrder = ({ min, max, day }: { min: string; max: string; day: string }): Sentence =>
  sentence(
    `limits have to be in order: smallest ${min}, largest ${max}, of a day ${day}`,
    `提现限额应依次不减：最低 ${min}、单笔最高 ${max}、每日 ${day}`,
  );
