import { type Sentence, sentence } from '../../platform/sentence.ts';

export const noOpenAlert = (id: string): Sentence => sentence(`there is no open alarm ${id}`, `没有未处理的警报 ${id}`);
export const settled = (id: bigint, kind: string): Sentence =>
  sentence(`alarm ${id} (${kind}) is settled`, `警报 ${id}（${kind}）已标为处理`);
