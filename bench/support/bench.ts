/** Stops everything that a bench started, in reverse order, also after an error. */
export class Cleanup {
  private readonly steps: (() => Promise<unknown>)[] = [];

  /** Registers something to stop, and returns it. */
  add<T extends { stop(): Promise<unknown> }>(started: T): T {
    this.steps.push(() => started.stop());
    return started;
  }

  async run(): Promise<void> {
    for (const step of this.steps.splice(0).toReversed()) await step();
  }
}

/** Runs a bench; an interrupt also stops what it started. */
export async function bench(work: (cleanup: Cleanup) => Promise<void>): Promise<void> {
  const cleanup = new Cleanup();
  let interruption: Promise<void> | undefined;
  const interrupted = () => (interruption ??= cleanup.run().finally(() => process.exit(130)));
  process.once('SIGINT', interrupted).once('SIGTERM', interrupted);
  try {
    await work(cleanup);
  } catch (error) {
    // What the work waits for is being stopped: the rest is to be stopped before the process ends.
    await interruption;
    throw error;
  } finally {
    await cleanup.run();
  }
}
