/**
 * The 40 six-digit passwords that lead the list of common passwords, less the runs and equal digits that are computed below; then what is
 * first guessed in Chinese, by its sound (520: I love you, 1314: for a lifetime).
 */
const mostUsed = new Set(
  `123123 696969 123321 121212 112233 131313 159753 123654 232323 159357 789456 101010 212121 102030 252525 315475 007007
   111222 147147 147258 010203 147852 420420 242424 123789 141414
   520520 521521 520521 521520 131420 131421 201314 521314 520131 131452 168168 188188 518518 886886 147369 258369 168888 888666`.split(
    /\s+/,
  ),
);

/** Whether six digits are among the first that a thief tries: equal ones, a straight run up or down, or one of the most used. */
export function isGuessable(digits: string): boolean {
  const steps = [...digits].slice(1).map((digit, index) => (Number(digit) - Number(digits[index]) + 10) % 10);
  const isStraight = [0, 1, 9].some((step) => steps.every((one) => one === step));
  return isStraight || mostUsed.has(digits);
}
