import type { KeysetPage, KeysetRequest, TenantId } from '#libs/core/persistence';
import { TenantLoader } from './tenant-loader.js';

/**
 * Finds the pages that a list inside a list asks for, such as the newest activities of each contact: all of them by one
 * call. A request names what the page belongs to.
 *
 * ```ts
 * readonly versions = new TenantPagesLoader((tenantId, requests) => this.service.listPages(tenantId, requests));
 * ```
 */
export class TenantPagesLoader<R extends KeysetRequest, T> {
  readonly #loader: TenantLoader<R, { request: R; page: KeysetPage<T> }>;

  /** @param list the pages of requests, which all differ, in their order */
  constructor(list: (tenantId: TenantId, requests: readonly R[]) => Promise<readonly KeysetPage<T>[]>) {
    this.#loader = new TenantLoader(
      async (tenantId, requests) => {
        const pages = await list(tenantId, requests);
        return requests.map((request, index) => ({ request, page: pages[index]! }));
      },
      ({ request }) => request,
    );
  }

  async load(request: R): Promise<KeysetPage<T>> {
    const found = await this.#loader.load(request);
    return found?.page ?? { items: [], next: null };
  }
}
