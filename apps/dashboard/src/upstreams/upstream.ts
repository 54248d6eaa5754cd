import { Pool, type Dispatcher } from 'undici';
import { metrics } from '#libs/core/observability';
import type { AppName } from '../app-names.js';
import { AppUnavailable } from '../app-unavailable.js';
import { AnswerTooLarge } from './answer-too-large.js';
import { LARGEST_ANSWER_BYTES, type AppAnswer, type AppCall, type AppError, type GatewayContext } from './app-call.js';

export interface Deadlines {
  /** Milliseconds until a query is given up. */
  queryMs: number;
  /** Milliseconds until a mutation is given up; it may still happen. */
  mutationMs: number;
}

const CONNECTIONS = 64;
const CONNECT_MS = 2_000;

const BUCKETS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 30];

const seconds = metrics.registerHistogram({
  name: 'gateway_app_seconds',
  help: 'Time until an app has answered the gateway, or was given up',
  labelNames: ['app', 'outcome'],
  buckets: BUCKETS,
});

/** Connections to the GraphQL of one app. */
export class Upstream {
  readonly #pool: Pool;

  constructor(
    private readonly app: AppName,
    url: string,
    private readonly deadlines: Deadlines,
  ) {
    this.#pool = new Pool(url, {
      connections: CONNECTIONS,
      connect: { timeout: CONNECT_MS },
      maxResponseSize: LARGEST_ANSWER_BYTES,
    });
  }

  /**
   * Runs an operation. A query whose connection was refused is tried once more: an app restarts. A mutation never is.
   * @throws AppUnavailable if there is no answer in time, or none that is one; AnswerTooLarge
   */
  async run(call: AppCall, context: GatewayContext): Promise<AppAnswer> {
    const start = performance.now();
    let outcome = 'failed';
    try {
      const answer = await this.#answerTo(call, context);
      outcome = 'answered';
      return answer;
    } finally {
      seconds.observe({ app: this.app, outcome }, (performance.now() - start) / 1_000);
    }
  }

  async close(): Promise<void> {
    await this.#pool.close();
  }

  async #answerTo(call: AppCall, context: GatewayContext): Promise<AppAnswer> {
    const deadline = AbortSignal.timeout(call.isMutation ? this.deadlines.mutationMs : this.deadlines.queryMs);
    let text: string;
    try {
      text = await this.#ask(call, context, deadline).catch((error) => {
        if (call.isMutation || !isRefused(error)) throw error;
        return this.#ask(call, context, deadline);
      });
    } catch (error) {
      if (isTooLarge(error)) throw new AnswerTooLarge(this.app);
      throw new AppUnavailable(this.app, error);
    }
    if (!context.answer.take(Buffer.byteLength(text))) throw new AnswerTooLarge(this.app);
    return this.#read(text);
  }

  async #ask(
    { query, variables, operationName }: AppCall,
    { headers }: GatewayContext,
    signal: AbortSignal,
  ): Promise<string> {
    const request: Dispatcher.RequestOptions = {
      method: 'POST',
      path: '/graphql',
      headers: { ...headers, 'content-type': 'application/json', accept: 'application/json' },
      body: JSON.stringify({ query, variables, operationName }),
      signal,
    };
    const { statusCode, body } = await this.#pool.request(request);
    const text = await body.text();
    if (statusCode >= 500) throw new Error(`status ${statusCode}`);
    return text;
  }

  /** @throws AppUnavailable if the text is no answer of GraphQL */
  #read(text: string): AppAnswer {
    const answer = parsed(text) as AppAnswer | null;
    if (typeof answer !== 'object' || answer === null || !(isObject(answer.data) || Array.isArray(answer.errors)))
      throw new AppUnavailable(this.app, new Error('no answer of GraphQL'));
    const errors = answer.errors?.map((error) => this.#named(error));
    return { ...(answer.data !== undefined && { data: answer.data }), ...(errors && { errors }) };
  }

  #named({ message, path, extensions }: AppError): AppError {
    return { message, ...(path && { path }), extensions: { ...extensions, app: this.app } };
  }
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

const isObject = (value: unknown): boolean => typeof value === 'object' && value !== null;

const codeOf = (error: unknown): unknown => (error instanceof Error ? Reflect.get(error, 'code') : undefined);

const isRefused = (error: unknown): boolean => codeOf(error) === 'ECONNREFUSED';

const isTooLarge = (error: unknown): boolean => codeOf(error) === 'UND_ERR_RES_EXCEEDED_MAX_SIZE';
