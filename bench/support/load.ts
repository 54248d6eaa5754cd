import { HelperProcess } from './helper-process.js';

/**
 * Stands in headers and bodies where each request of a generator has a number of its own, of this form: part of an IPv6
 * address, or of an id.
 */
export const OWN_NUMBER = '0000:0000';

/** The same in decimal digits: part of an e-mail address, or of a telephone number. */
export const OWN_DIGITS = '00000000';

/** A load of equal requests: every connection sends the next one after its answer. */
export interface Load {
  port: number;
  method: 'GET' | 'POST';
  /** One path, or several that are requested round robin. */
  path: string | readonly string[];
  /** The headers of each request, or several that are sent round robin. */
  headers: Record<string, string> | readonly Record<string, string>[];
  /** One body, or several that are sent round robin. */
  body?: string | readonly string[];
  /** Content type of the bodies; JSON if absent. */
  contentType?: string;
  /** Whether each request has its own `Idempotency-Key`. */
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

/** The client of a bench, in a separate process; used for the product and for the limit. */
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
