interface Waiting<Request, Answer> {
  request: Request;
  resolve(answer: Answer): void;
  reject(error: unknown): void;
}

/**
 * Requests that all want the same row wait for one another anyway: let them wait here, and take all that wait together.
 * One call is under way at a time; what arrives meanwhile goes with the next. Two requests that `keyOf` calls the same
 * never go together: the second one shall find what the first has done.
 *
 *     const line = waitingLine((transfers) => postMany(database, transfers), (transfer) => transfer.key)
 *     const outcome = await line(transfer)
 */
export function waitingLine<Request, Answer>(
  work: (requests: readonly Request[]) => Promise<readonly Answer[]>,
  keyOf: (request: Request) => string,
  largest = 256,
): (request: Request) => Promise<Answer> {
  let waiting: Waiting<Request, Answer>[] = [];
  let isWorking = false;

  function takeTogether(): Waiting<Request, Answer>[] {
    const keys = new Set<string>();
    const taken: Waiting<Request, Answer>[] = [];
    const left: Waiting<Request, Answer>[] = [];
    for (const one of waiting) {
      const key = keyOf(one.request);
      const goes = taken.length < largest && !keys.has(key);
      if (goes) keys.add(key);
      (goes ? taken : left).push(one);
    }
    waiting = left;
    return taken;
  }

  async function workOff(): Promise<void> {
    isWorking = true;
    while (waiting.length > 0) {
      const together = takeTogether();
      try {
        const answers = await work(together.map(({ request }) => request));
        for (const [i, one] of together.entries()) one.resolve(answers[i] as Answer);
      } catch (error) {
        for (const one of together) one.reject(error);
      }
    }
    isWorking = false;
  }

  return (request) =>
    new Promise((resolve, reject) => {
      waiting.push({ request, resolve, reject });
      if (!isWorking) void workOff();
    });
}
