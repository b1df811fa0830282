import { type Sentence, sentence } from '../../platform/sentence.ts';

export const noOpenAlert = (id: string): Sentence => sentence(`there is no open alert ${id}`, `没有未处理的警报 ${id}`);
export const resolved = (id: bigint, kind: string): Sentence =>
  sentence(`alert ${id} (${kind}) is resolved`, `警报 ${id}（${kind}）已标为处理`);
