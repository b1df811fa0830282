import { type Sentence, sentence } from '../../platform/sentence.ts';

const refusals = {
  'unknown-machine': sentence('one of the machines is unknown', '选中的矿机里有一台已不存在：请重新选择'),
  'other-effect': sentence(
    'a machine has changed since the preview: look again',
    '矿机的状态刚有变化：请看新的结果，再确认',
  ),
};

/** Why a selection of machines is not moved. */
export const explainSelection = (outcome: keyof typeof refusals): Sentence => refusals[outcome];

export const modelIsThere = (name: string): Sentence =>
  sentence(`there is a model ${name} already`, `已有机型 ${name}`);
