import {
  freePort,
  newDataFolder,
  type ProductEnv,
  type ProductProcess,
  removeFolder,
  startProcess,
} from './product-process.ts';
import { assertBooksBalance, runIn } from './shared-product.ts';

const hourMs = 3_600_000;
const shanghaiOffset = 8;

/** A product for one journey, which moves its clock without affecting others. */
export class OwnProduct {
  private readonly dataFolder: string;
  private readonly port: number;
  /** Starts at 10:00 in Shanghai, so that no midnight passes by itself. */
  private offsetHours = (34 - new Date(Date.now() + shanghaiOffset * hourMs).getUTCHours()) % 24;
  private process: ProductProcess | null = null;
  /** Environment of this product. */
  private environment: Record<string, string>;

  private constructor(dataFolder: string, port: number, switches: Record<string, string>) {
    this.dataFolder = dataFolder;
    this.port = port;
    this.environment = switches;
  }

  static async start(switches: Record<string, string> = {}): Promise<OwnProduct> {
    const product = new OwnProduct(await newDataFolder(), await freePort(), switches);
    await product.goOn();
    return product;
  }

  get baseUrl(): string {
    return `http://127.0.0.1:${this.port}`;
  }

  get dataDir(): string {
    return this.dataFolder;
  }

  /** The product's business date, `2026-11-20`. */
  get today(): string {
    return new Date(Date.now() + (this.offsetHours + shanghaiOffset) * hourMs).toISOString().slice(0, 10);
  }

  /** Restarts at the same hour of the next day with the same database; returns the date that ended. */
  async nextDay(): Promise<string> {
    const [over = ''] = await this.daysLater(1);
    return over;
  }

  /** The same some days later; returns the dates that ended. */
  async daysLater(days: number): Promise<string[]> {
    const over: string[] = [];
    await this.process?.stop();
    for (let day = 0; day < days; day++) {
      over.push(this.today);
      this.offsetHours += 24;
    }
    await this.goOn();
    return over;
  }

  /** The business date so many days from now. */
  dateAhead(days: number): string {
    return new Date(Date.parse(this.today) + 24 * days * hourMs).toISOString().slice(0, 10);
  }

  /** Restarts at the same address with other environment variables. */
  async restart(switches: Record<string, string>): Promise<void> {
    await this.process?.stop();
    this.environment = { ...this.environment, ...switches };
    await this.goOn();
  }

  /** Runs one of the product's commands while it serves: `run('ops', 'coin-up:status')`; throws when it fails. */
  async run(command: string, ...args: string[]): Promise<string> {
    return runIn(this.env(), command, ...args);
  }

  async end(): Promise<void> {
    try {
      if (this.process !== null) await assertBooksBalance(this.env());
    } finally {
      await this.process?.stop();
      await removeFolder(this.dataFolder);
    }
  }

  private env(): ProductEnv {
    const { port, dataFolder, offsetHours, environment } = this;
    const own = { PORT: String(port), DATA_DIR: dataFolder, CLOCK_OFFSET_HOURS: String(offsetHours) };
    // Journeys wait for three confirmations again and again.
    return { ...environment, ...own, DEMO_BLOCK_SECONDS: '4' };
  }

  private async goOn(): Promise<void> {
    this.process = await startProcess(this.env());
  }
}
