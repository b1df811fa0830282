import { isRefusal } from '../../../platform/http/refusal.ts';
import type { TestApp } from '../../../testing/app.ts';
import { guardedGuesses } from '../guarded-guess.ts';

/** 10,000 guesses at once by ten processes: how many were compared, and how many were refused as locked. */
export async function guessTenThousandTimes(app: TestApp, customerId: bigint) {
  let compared = 0;
  const isRight = async () => {
    compared++;
    return app.passwords.verify(null, '000000');
  };
  const processes = Array.from({ length: 10 }, () => guardedGuesses({ ...app, announce: async () => undefined }));
  const answers = await Promise.all(
    processes.flatMap((guess) => Array.from({ length: 1000 }, () => guess(customerId, isRight))),
  );
  const locked = answers.filter((answer) => isRefusal(answer) && answer.codeName === 'fundsPasswordLocked');
  return { compared, locked: locked.length };
}
