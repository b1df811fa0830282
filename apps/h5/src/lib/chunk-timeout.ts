const chunkTimeoutMs = 120_000;

/** Rejects when the chunk takes longer than two minutes. */
export function withChunkTimeout<Chunk>(chunk: Promise<Chunk>): Promise<Chunk> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error('the chunk request timed out')), chunkTimeoutMs);
    chunk.then(resolve, reject).finally(() => clearTimeout(timer));
  });
}
