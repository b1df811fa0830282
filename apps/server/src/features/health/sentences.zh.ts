import { type Sentence, sentence } from '../../platform/sentence.ts';

export const noFailedJob = (id: string): Sentence =>
  sentence(`there is no job ${id} that was given up`, `没有已放弃的任务 ${id}：它可能已经重新开始`);
export const begunAnew = (id: bigint, task: string): Sentence =>
  sentence(`job ${id} (${task}) begins anew`, `任务 ${id}（${task}）重新开始`);
