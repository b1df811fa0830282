import { execFile } from 'node:child_process';
import { mkdtempSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { freePort, type ProductEnv, type ProductProcess, projectFolder, startProcess } from './product-process.ts';

const hourMs = 3_600_000;
const shanghaiOffset = 8;

/** A product of one journey's own, whose clock it moves: the days of everybody else stay theirs. */
export class OwnProduct {
  private readonly dataFolder = mkdtempSync(join(tmpdir(), 'e2e-own-'));
  private readonly port: number;
  /** It begins at ten in the morning in Shanghai, so that no midnight comes by itself. */
  private offsetHours = (34 - new Date(Date.now() + shanghaiOffset * hourMs).getUTCHours()) % 24;
  private process: ProductProcess | null = null;

  private constructor(port: number) {
    this.port = port;
  }

  static async start(): Promise<OwnProduct> {
    const product = new OwnProduct(await freePort());
    await product.goOn();
    return product;
  }

  get baseUrl(): string {
    return `http://127.0.0.1:${this.port}`;
  }

  /** The product's business day, `2026-11-20`. */
  get today(): string {
    return new Date(Date.now() + (this.offsetHours + shanghaiOffset) * hourMs).toISOString().slice(0, 10);
  }

  /** The same hour of the next day, in the same database. Answers the day that is over. */
  async nextDay(): Promise<string> {
    const over = this.today;
    await this.process?.stop();
    this.offsetHours += 24;
    await this.goOn();
    return over;
  }

  /** One of the product's commands, while it serves: `run('ops', 'coin-up:status')`. Fails when the command does. */
  async run(command: string, ...args: string[]): Promise<string> {
    const env = { ...process.env, DEMO: '1', ...this.env() };
    const all = ['run', '--silent', command, '--', ...args];
    return (await promisify(execFile)('npm', all, { cwd: projectFolder, env })).stdout;
  }

  async end(): Promise<void> {
    await this.process?.stop();
    // The nodes end after the product, and write their chains down while they do: what appears meanwhile goes as well.
    await rm(this.dataFolder, { recursive: true, force: true, maxRetries: 20, retryDelay: 250 });
  }

  private env(): ProductEnv {
    return { PORT: String(this.port), DATA_DIR: this.dataFolder, CLOCK_OFFSET_HOURS: String(this.offsetHours) };
  }

  private async goOn(): Promise<void> {
    this.process = await startProcess(this.env());
  }
}
