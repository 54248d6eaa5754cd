import type { Readable } from 'node:stream';
import type * as Undici from 'undici';
import { currentRequest } from '#libs/core/http';
import { lazyPackage } from '#libs/core/process';
import { inClientSpan, traceHeaders } from '#libs/core/observability';
import type { TenantId } from '#libs/core/persistence';
import {
  EXPORT_PATH,
  type ExportDescription,
  type ExportedFile,
  type TenantExportSource,
} from './tenant-export-source.js';

export interface TenantExportClientOptions {
  /** The name of the app. */
  app: string;
  url: string;
  serviceSecret: string;
}

const CONNECT_MS = 2_000;
/** How long the app may take for the first byte, and between two. */
const SILENCE_MS = 60_000;
/** A process at rest asks no other app. */
const undici = lazyPackage<typeof Undici>('undici');

/** Reads what another app has of a tenant. Every method fails if the app does not answer, or not to the end. */
export class TenantExportClient implements TenantExportSource {
  readonly app: string;
  #agent: Undici.Agent | undefined;

  constructor(private readonly options: TenantExportClientOptions) {
    this.app = options.app;
  }

  async describe(): Promise<ExportDescription> {
    // The same for every tenant.
    return (await (await this.get('acc_0000000000000000', '')).body.json()) as ExportDescription;
  }

  async *readRows(tenantId: TenantId, table: string): AsyncGenerator<Uint8Array> {
    const { body } = await this.get(tenantId, `/rows/${encodeURIComponent(table)}`);
    yield* body as AsyncIterable<Buffer>;
  }

  async listFiles(tenantId: TenantId, after: string): Promise<ExportedFile[]> {
    const answer = await this.get(tenantId, `/files?after=${encodeURIComponent(after)}`);
    return ((await answer.body.json()) as { files: ExportedFile[] }).files;
  }

  async readFile(tenantId: TenantId, hash: string): Promise<Readable | undefined> {
    const { statusCode, body } = await this.get(tenantId, `/files/${hash}`, [200, 404]);
    if (statusCode === 200) return body;
    await body.dump();
    return undefined;
  }

  async close(): Promise<void> {
    await this.#agent?.close();
  }

  private async get(tenantId: TenantId, path: string, expected = [200]): Promise<Undici.Dispatcher.ResponseData> {
    this.#agent ??= new (undici().Agent)({
      connect: { timeout: CONNECT_MS },
      headersTimeout: SILENCE_MS,
      bodyTimeout: SILENCE_MS,
    });
    const requestId = currentRequest()?.requestId;
    const url = new URL(`${EXPORT_PATH.replace(':tenantId', tenantId)}${path}`, `${this.options.url}/`);
    const answer = await inClientSpan(this.app, () =>
      undici().request(url, {
        dispatcher: this.#agent,
        headers: {
          authorization: `Bearer ${this.options.serviceSecret}`,
          ...(requestId ? { 'x-request-id': requestId } : {}),
          ...traceHeaders(),
        },
      }),
    );
    if (expected.includes(answer.statusCode)) return answer;
    await answer.body.dump();
    throw new Error(`${this.app} answered ${answer.statusCode}`);
  }
}
