import { Injectable, type OnApplicationShutdown } from '@nestjs/common';
import type * as Undici from 'undici';
import { lazyPackage } from '#libs/core/process';
import { logger } from '#libs/core/observability';
import { PagesConfig } from '../config.js';

const undici = lazyPackage<typeof Undici>('undici');

/** Twice what a document may have: JSON inside of JSON is longer. */
const ANSWER_MAX_BYTES = 1024 * 1024;
const CONNECT_TIMEOUT_MS = 5_000;
/** Statuses of a provider that does not support a response format; the request is then repeated without it. */
const UNSUPPORTED = new Set([400, 422]);

export interface ChatMessage {
  role: 'system' | 'user' | 'assistant';
  content: string;
}

export type CompletionFailure = 'busy' | 'refused' | 'timeout' | 'too-large' | 'unreachable' | 'unreadable';

/** There is no completion. Its message contains nothing of what was sent. */
export class CompletionFailed extends Error {
  override readonly name = 'CompletionFailed';

  constructor(
    readonly kind: CompletionFailure,
    message: string,
    options?: ErrorOptions,
  ) {
    super(message, options);
  }
}

/** A client of an OpenAI-compatible `POST {AI_URL}/chat/completions`, the address of which the operator sets. */
@Injectable()
export class ChatCompletions implements OnApplicationShutdown {
  private agent: Undici.Agent | undefined;
  /** False after the provider rejected a schema and took the same call without one. */
  private takesSchema = true;

  constructor(private readonly config: PagesConfig) {}

  get isConfigured(): boolean {
    return this.config.aiUrl !== undefined;
  }

  async onApplicationShutdown(): Promise<void> {
    await this.agent?.destroy();
  }

  /**
   * The content of the answer to the messages, as a JSON text if the provider keeps to the schema.
   * @throws CompletionFailed
   */
  async complete(messages: readonly ChatMessage[], schema: object, signal: AbortSignal): Promise<string> {
    const format = { type: 'json_schema', json_schema: { name: 'page', schema, strict: false } };
    if (!this.takesSchema) return contentOf(await this.post({ messages }, signal));
    const answer = await this.post({ messages, response_format: format }, signal);
    if (!UNSUPPORTED.has(answer.status)) return contentOf(answer);
    const content = contentOf(await this.post({ messages }, signal));
    this.takesSchema = false;
    logger.info('The AI provider takes no JSON Schema; it is asked without one');
    return content;
  }

  private async post(body: object, signal: AbortSignal): Promise<ProviderAnswer> {
    const { aiUrl = '', aiKey, aiModel: model } = this.config;
    const headers = {
      'content-type': 'application/json',
      accept: 'application/json',
      'accept-encoding': 'identity',
      ...(aiKey && { authorization: `Bearer ${aiKey}` }),
    };
    try {
      const answer = await undici().request(`${aiUrl.replace(/\/+$/, '')}/chat/completions`, {
        method: 'POST',
        headers,
        body: JSON.stringify({ model, ...body }),
        dispatcher: this.connections(),
        signal,
        // The signal limits the whole call.
        headersTimeout: 0,
        bodyTimeout: 0,
      });
      return { status: answer.statusCode, text: await readText(answer) };
    } catch (error) {
      if (error instanceof CompletionFailed) throw error;
      if (signal.aborted)
        throw new CompletionFailed('timeout', 'The provider did not answer in time', { cause: error });
      throw new CompletionFailed('unreachable', 'The provider cannot be reached', { cause: error });
    }
  }

  private connections(): Undici.Agent {
    this.agent ??= new (undici().Agent)({ connect: { timeout: CONNECT_TIMEOUT_MS }, connections: 16, pipelining: 1 });
    return this.agent;
  }
}

interface ProviderAnswer {
  status: number;
  text: string;
}

async function readText({ body }: Undici.Dispatcher.ResponseData): Promise<string> {
  // Of an answer that is not read to its end the rest is given up, which the stream reports as an error.
  body.on('error', () => undefined);
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of body as AsyncIterable<Buffer>) {
    bytes += chunk.length;
    if (bytes > ANSWER_MAX_BYTES) throw new CompletionFailed('too-large', 'The answer of the provider is too long');
    chunks.push(chunk);
  }
  return Buffer.concat(chunks, bytes).toString('utf8');
}

/** @throws CompletionFailed */
function contentOf({ status, text }: ProviderAnswer): string {
  if (status === 429) throw new CompletionFailed('busy', 'The provider takes no more calls at the moment');
  if (status >= 500) throw new CompletionFailed('unreachable', `The provider answered ${status}`);
  if (status !== 200) throw new CompletionFailed('refused', `The provider answered ${status}`);
  const content = firstContent(text);
  if (typeof content !== 'string') throw new CompletionFailed('unreadable', 'The answer of the provider has no text');
  return content;
}

function firstContent(text: string): unknown {
  try {
    const answer = JSON.parse(text) as { choices?: { message?: { content?: unknown } }[] } | null;
    return answer?.choices?.[0]?.message?.content;
  } catch {
    return undefined;
  }
}
