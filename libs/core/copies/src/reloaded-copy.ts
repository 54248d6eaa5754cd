import { logger, metrics } from '#libs/core/observability';

/**
 * Reloads a copy that this process keeps of a table, a list or a file. While that fails, the last copy stays in use; one
 * line of the log tells when it begins and ends, and `copy_behind_seconds` how long it lasts.
 */
export class ReloadedCopy {
  /** When the copy was last loaded (Unix time in milliseconds). */
  private loadedAt = Date.now();
  private failing = false;
  private loads: Promise<void> = Promise.resolve();
  private waiting = 0;
  private readonly behind = metrics.registerGauge({
    name: 'copy_behind_seconds',
    help: 'For how long a copy in memory could not be loaded again; 0 while it can',
    labelNames: ['copy'],
  });

  /**
   * @param name of the copy in the log and in the metric, such as `plans`
   * @param load replaces the copy, or throws and leaves it
   */
  constructor(
    private readonly name: string,
    private readonly load: () => Promise<void>,
  ) {}

  /** True if the last load failed: the copy may be old. */
  get isBehind(): boolean {
    return this.failing;
  }

  /** Milliseconds since the last load that succeeded. */
  get ageMs(): number {
    return Date.now() - this.loadedAt;
  }

  /** Loads for the first time. @throws what the load throws: the app does not start without the copy */
  async start(): Promise<void> {
    await this.load();
    this.succeeded();
  }

  /** Loads after the loads under way, so that the copy has what was committed before the call. Never throws. */
  async refresh(): Promise<void> {
    this.waiting += 1;
    this.loads = this.loads.then(() => this.tryLoad()).finally(() => (this.waiting -= 1));
    await this.loads;
  }

  /** Loads unless a load is under way, which it waits for: for a timer. */
  async poll(): Promise<void> {
    await (this.waiting === 0 ? this.refresh() : this.loads);
  }

  /** Waits for the loads under way. */
  async settled(): Promise<void> {
    await this.loads;
  }

  private async tryLoad(): Promise<void> {
    try {
      await this.load();
      if (this.failing) logger.info(`The copy of ${this.name} is loaded again`);
      this.succeeded();
    } catch (error) {
      if (!this.failing)
        logger.warn(`The copy of ${this.name} could not be loaded; the last one stays in use`, { error });
      this.failing = true;
      this.behind.set({ copy: this.name }, this.ageMs / 1_000);
    }
  }

  private succeeded(): void {
    this.failing = false;
    this.loadedAt = Date.now();
    this.behind.set({ copy: this.name }, 0);
  }
}
