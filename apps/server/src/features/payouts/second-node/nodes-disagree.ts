import type { Sentence } from '../../../platform/sentence.ts';
import { RetryLater } from '../payout-ports.ts';

/** The second node does not confirm what the first says: nothing returns by it. */
export class NodesDisagree extends RetryLater {
  readonly sentence: Sentence;

  constructor(sentence: Sentence) {
    super(sentence.en);
    this.sentence = sentence;
  }
}
