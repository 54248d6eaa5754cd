import DataLoader from 'dataloader';
import { currentTenantId } from '#libs/core/auth';
import { ContextSlot } from '#libs/core/http';
import type { TenantId } from '#libs/core/persistence';

/** Key of a row that a field asks for: an id, or an object with the parts of a key. */
type Key = string | object;

/**
 * Finds rows that a list refers to: all keys that the fields of one list ask for are found by one call, which is one
 * transaction of the request's tenant. Requests share nothing. Nothing is cached, so that a mutation is followed by what it
 * wrote.
 *
 * ```ts
 * readonly forms = new TenantLoader<string, Form>((tenantId, ids) => this.service.listByIds(tenantId, ids), idOf);
 * ```
 */
export class TenantLoader<K extends Key, V> {
  readonly #loaders = new ContextSlot<DataLoader<K, V | undefined>>('loader');

  /**
   * @param list the values of keys, which all differ; in any order, and fewer than keys if some have no value
   * @param keyOf the key of a value
   */
  constructor(
    private readonly list: (tenantId: TenantId, keys: readonly K[]) => Promise<readonly V[]>,
    private readonly keyOf: (value: V) => K,
  ) {}

  /** The value of a key; undefined if there is none. */
  async load(key: K): Promise<V | undefined> {
    return this.current().load(key);
  }

  private current(): DataLoader<K, V | undefined> {
    const known = this.#loaders.get();
    if (known) return known;
    const loader = new DataLoader<K, V | undefined>((keys) => this.listAll(keys), { cache: false });
    this.#loaders.set(loader);
    return loader;
  }

  private async listAll(keys: readonly K[]): Promise<(V | undefined)[]> {
    const different = [...new Map(keys.map((key) => [nameOf(key), key])).values()];
    const values = await this.list(currentTenantId(), different);
    const found = new Map(values.map((value) => [nameOf(this.keyOf(value)), value]));
    return keys.map((key) => found.get(nameOf(key)));
  }
}

/** Keys of equal parts in the same order are the same key. */
const nameOf = (key: Key): string => (typeof key === 'string' ? key : JSON.stringify(key));
