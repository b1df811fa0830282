import type { Challenge } from 'altcha-lib';
import { solutionOf } from './challenge-solution.ts';

addEventListener('message', async ({ data }: MessageEvent<Challenge>) => postMessage(await solutionOf(data)));
