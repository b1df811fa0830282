import { type CallError, refusal } from '../../lib/call.ts';
import { errorText } from './errors.ts';

export const exportTexts = {
  open: '导出',
  title: (list: string) => `导出${list}`,
  start: '导出为 CSV',
  note: '导出当前筛选下的全部记录，账号与页面上一样打码。谁在何时、因何导出，记入审计日志。可以先去做别的，读完后浏览器会保存文件。',
  status: '导出',
  running: (list: string, rows: string) => `正在导出${list} · ${rows} 条`,
  saved: (name: string, rows: string) => `已保存 ${name} · ${rows} 条`,
  failed: (list: string, why: string) => `导出${list}没有完成：${why}`,
  cutOff: '连接中断，没有保存任何内容',
  busy: '同时导出的太多，请等前一份读完',
  cancel: '取消',
  close: '关闭',
};

const tooMany = 429;

/** Why a file did not come. */
export function exportErrorText(error: CallError): string {
  if (error.code === 0) return exportTexts.cutOff;
  if (error.code === tooMany) return exportTexts.busy;
  return error.code === refusal.sessionExpired ? '登录已过期' : errorText(error);
}
