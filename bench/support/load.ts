import { HelperProcess } from './helper-process.js';

/** A load of equal requests: every connection asks again as soon as it is answered. */
export interface Load {
  port: number;
  method: 'GET' | 'POST';
  /** One, or several that are asked for in turn. */
  path: string | readonly string[];
  headers: Record<string, string>;
  /** One, or several that are sent in turn. */
  body?: string | readonly string[];
  /** Whether each request bears an `Idempotency-Key` of its own. */
  idempotent?: boolean;
  connections: number;
  seconds: number;
  expectedStatus: number;
}

export interface LoadResult {
  requests: number;
  perSecond: number;
  /** Milliseconds. */
  p50: number;
  p99: number;
}

/** The client of a bench, in a process of its own; the same for both sides. */
export class LoadGenerator {
  private constructor(private readonly helper: HelperProcess) {}

  static async start(): Promise<LoadGenerator> {
    return new LoadGenerator(await HelperProcess.start('./load-process.js', import.meta.url));
  }

  run(load: Load): Promise<LoadResult> {
    return this.helper.ask<LoadResult>('run', load);
  }

  stop(): Promise<void> {
    return this.helper.stop();
  }
}
