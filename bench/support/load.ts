import { costOf, isPortOfProduct } from './costs.js';
import { HelperProcess } from './helper-process.js';

/**
 * Stands in headers and bodies where each request of a generator has a number of its own, of this form: part of an IPv6
 * address, or of an id.
 */
export const OWN_NUMBER = '0000:0000';

/** The same in decimal digits: part of an e-mail address, or of a telephone number. */
export const OWN_DIGITS = '00000000';

/** Length from which a part of a path is an id or a token. */
const ID_LENGTH = 18;

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
  /** Name of what a request is one of, in the lines about its cost; its method and path if absent. */
  counts?: string;
  /** How many of these a request is; 1 if absent. */
  each?: number;
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
    const ask = () => this.helper.ask<LoadResult>('run', load);
    if (!isPortOfProduct(load.port)) return ask();
    return costOf(load.counts ?? nameOf(load), ask, ({ requests }) => requests * (load.each ?? 1));
  }

  stop(): Promise<void> {
    return this.helper.stop();
  }
}

/** The method and the path without its ids and tokens, which loads of one kind share. */
function nameOf({ method, path }: Load): string {
  const [first = ''] = [path].flat();
  const [whole = ''] = first.split('?');
  const steps = whole.split('/').map((step) => (step.length > ID_LENGTH || /\d{3}/.test(step) ? '…' : step));
  return `${method} ${steps.join('/')}`;
}
