/** Shows what the launcher does and how long it took. */
export class Progress {
  private readonly began = performance.now();

  constructor(private readonly write: (line: string) => void = (line) => console.log(line)) {}

  /** Does one named step. */
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

  /** One line about something that happened. */
  say(line: string): void {
    this.write(line);
  }

  /** Time since the launcher began. */
  get total(): string {
    return seconds(performance.now() - this.began).trim();
  }
}

function seconds(ms: number): string {
  return `${(ms / 1000).toFixed(1)} s`.padStart(8);
}
