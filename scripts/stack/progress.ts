/** Prints the steps of the launcher with their times. */
export class Progress {
  private readonly began = performance.now();

  constructor(private readonly write: (line: string) => void = (line) => console.log(line)) {}

  /** Runs one named step. */
  async step<T>(name: string, work: () => Promise<T>): Promise<T> {
    const start = performance.now();
    try {
      const result = await work();
      this.write(`✓ ${name.padEnd(28)} ${seconds(performance.now() - start)}`);
      return result;
    } catch (error) {
      this.write(`✗ ${name.padEnd(28)} ${seconds(performance.now() - start)}`);
      throw error;
    }
  }

  /** Prints one line. */
  say(line: string): void {
    this.write(line);
  }

  /** Time since the start of the launcher. */
  get total(): string {
    return seconds(performance.now() - this.began).trim();
  }
}

function seconds(ms: number): string {
  return `${(ms / 1000).toFixed(1)} s`.padStart(8);
}
