import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { newId } from '#libs/core/persistence';
import { PagesConfig } from '../../apps/pages/src/config.js';
import { createPages } from '../../apps/pages/src/pages.js';
import { RuntimeConfig } from '../../apps/runtime/src/config.js';
import { createRuntime } from '../../apps/runtime/src/runtime.js';
import type { AppStack, StartableApp } from './app-stack.js';
import { HttpClient } from './http-client.js';
import { StackTenant } from './stack-tenant.js';
import { startTenantStack, TenantStack } from './tenant-stack.js';

const PAGES: StartableApp<PagesConfig> = { name: 'pages', config: PagesConfig, create: createPages };
const RUNTIME: StartableApp<RuntimeConfig> = {
  name: 'runtime',
  database: 'pages',
  config: RuntimeConfig,
  create: createRuntime,
};

export interface PagesStackOptions {
  /** Further environment of authoring. */
  pages?: Record<string, string>;
  /** Further environment of the runtime. */
  runtime?: Record<string, string>;
  /** Starts the runtime beside authoring. */
  withRuntime?: boolean;
  /** A Redis in place of one of its own. */
  redisUrl?: string;
}

/** Authoring in this process, with the runtime if asked, on a database and a Redis of their own, without identity. */
export async function pagesStack({
  pages,
  runtime,
  withRuntime,
  redisUrl,
}: PagesStackOptions = {}): Promise<PagesStack> {
  const stack = new PagesStack(await startTenantStack(PAGES, { environment: pages, redisUrl }), PagesTenant);
  if (withRuntime) await stack.startRuntime(runtime);
  return stack;
}

export class PagesStack extends TenantStack<PagesConfig, PagesTenant> {
  readonly #runtimes = new Set<AppStack<RuntimeConfig>>();

  /** A client of the runtime that was started last. */
  get visitor(): HttpClient {
    const runtime = [...this.#runtimes].at(-1);
    if (!runtime) throw new Error('the runtime was not started');
    return new HttpClient(runtime.url);
  }

  /** Starts a runtime on the same database. */
  async startRuntime(environment: Record<string, string> = {}): Promise<AppStack<RuntimeConfig>> {
    const runtime = await this.startFurther(RUNTIME, { JOURNAL_DIR: join(this.blobDir, 'journal'), ...environment });
    this.#runtimes.add(runtime);
    this.closeFirst(() => this.stopRuntime(runtime));
    return runtime;
  }

  async stopRuntime(runtime: AppStack<RuntimeConfig>): Promise<void> {
    if (!this.#runtimes.delete(runtime)) return;
    await runtime.app.close();
    runtime.view.close();
  }
}

export class PagesTenant extends StackTenant {
  /** A verified host of the tenant, the first of which is its default; returns its id. */
  async verifyHost(host: string): Promise<string> {
    const id = newId('dom');
    await this.stack.sql(
      `insert into site_domain (tenant_id, id, host, ownership_token, verified_at, is_default)
       values ($1, $2, $3, $4, now(), not exists (select from site_domain where tenant_id = $1 and is_default))`,
      [this.id, id, host, randomBytes(16).toString('hex')],
    );
    return id;
  }
}
