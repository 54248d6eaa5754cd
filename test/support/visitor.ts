import { brotliCompressSync, gzipSync } from 'node:zlib';
import { getGlobalDispatcher } from 'undici';
import { newId } from '#libs/core/persistence';
import { waitUntil } from '#libs/test/testing';
import type { PagesStack, PagesTenant } from './pages-stack.js';

/** Accept header of a browser. */
export const BROWSER = { accept: 'text/html,application/xhtml+xml,*/*;q=0.8' };

/** A host of the shared pages outside production. */
export const SHARED = '127.0.0.1';

export interface PageToPublish {
  slug: string;
  domainId?: string;
  path?: string;
  html?: string;
  indexable?: boolean;
  formIds?: string[];
}

/** Publishes a page as authoring does, without a draft; returns its id. */
export async function publishPage(stack: PagesStack, tenant: PagesTenant, page: PageToPublish): Promise<string> {
  const { slug, domainId = null, path = null, html = `<p>${slug}</p>`, indexable = true, formIds = [] } = page;
  const body = Buffer.from(html);
  const id = newId('pag');
  await stack.sql(
    `insert into published_page
       (tenant_id, page_id, version, slug, domain_id, path, title, html, gzip, brotli, etag, policy, indexable, form_ids)
     values ($1, $2, 1, $3, $4, $5, $3, $6, $7, $8, $9, $10, $11, $12)`,
    [
      tenant.id,
      id,
      slug,
      domainId,
      path,
      body,
      gzipSync(body),
      brotliCompressSync(body),
      `"${slug}-1"`,
      `default-src 'none'; img-src ${slug}.test`,
      indexable,
      formIds,
    ],
  );
  return id;
}

export interface Visit {
  status: number;
  headers: Record<string, string | string[] | undefined>;
  body: Buffer;
  text: string;
}

/** Visits a runtime by a host that need not resolve. */
export class Visitor {
  constructor(readonly url: string) {}

  async get(host: string, path: string, headers: Record<string, string> = {}, method = 'GET'): Promise<Visit> {
    // Not `request`, which parses the URL and so changes paths such as `/a/../b`.
    const answer = await getGlobalDispatcher().request({
      origin: this.url,
      path,
      method: method as 'GET',
      headers: { host, ...headers },
    });
    const body = Buffer.from(await answer.body.arrayBuffer());
    return { status: answer.statusCode, headers: answer.headers, body, text: body.toString() };
  }

  /** Sends a form as a browser does. */
  async post(
    host: string,
    path: string,
    fields: Record<string, string> | FormData,
    headers: Record<string, string> = {},
  ): Promise<Visit> {
    const form = fields instanceof FormData ? new Response(fields) : new Response(new URLSearchParams(fields));
    const type = form.headers.get('content-type') ?? '';
    const answer = await getGlobalDispatcher().request({
      origin: this.url,
      path,
      method: 'POST',
      headers: { host, ...BROWSER, 'content-type': type, ...headers },
      body: Buffer.from(await form.arrayBuffer()),
    });
    const body = Buffer.from(await answer.body.arrayBuffer());
    return { status: answer.statusCode, headers: answer.headers, body, text: body.toString() };
  }

  /** Waits until an address has this status. */
  async sees(host: string, path: string, status: number): Promise<void> {
    const what = `${status} of ${host}${path}`;
    await waitUntil(async () => (await this.get(host, path)).status === status, { what });
  }
}
