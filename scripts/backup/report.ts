/** Prints what is being done; a long step says how far it is. */
export class Report {
  private saidAt = performance.now();

  constructor(private readonly write: (line: string) => void = (line) => console.log(line)) {}

  say(line: string): void {
    this.saidAt = performance.now();
    this.write(line);
  }

  /** Prints only if nothing was printed for two seconds. */
  progress(line: () => string): void {
    if (performance.now() - this.saidAt > 2_000) this.say(line());
  }
}

export const mebibytes = (bytes: number): string => `${(bytes / 1024 / 1024).toFixed(1)} MiB`;

export const counted = (count: number): string => count.toLocaleString('en-GB');
