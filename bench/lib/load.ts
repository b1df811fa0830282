/**
 * Keeps `callers` calls of `work` under way for some seconds and tells how many were done per second. What is under way
 * when the time is over is waited for and counted with the time that it took.
 */
export async function callsPerSecond(
  callers: number,
  seconds: number,
  work: (caller: number) => Promise<number>,
): Promise<number> {
  const start = performance.now();
  const end = start + seconds * 1000;
  let done = 0;
  await Promise.all(
    Array.from({ length: callers }, async (_, caller) => {
      while (performance.now() < end) {
        const more = await work(caller);
        done += more;
      }
    }),
  );
  return (done * 1000) / (performance.now() - start);
}
