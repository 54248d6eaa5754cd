import type { EntityManager, FindOptionsWhere, QueryDeepPartialEntity } from 'typeorm';
import { type IdPrefix, newId, type TenantId } from '../ids/ids.js';
import { returned } from '../statements/returned.js';
import { findPage, type Page, type PageRequest } from './pages.js';

interface TenantRow {
  tenantId: TenantId;
  id: string;
}

/** Columns of a row that are not its key. */
type ValuesOf<T> = Partial<Omit<T, keyof TenantRow>>;

/**
 * Rows of tenants in a table whose key is the tenant and an id: what the repository of every resource does. A repository with
 * more to do extends it; a plain resource needs none of its own.
 */
export class TenantRows<T extends TenantRow> {
  constructor(
    private readonly entity: new () => T,
    private readonly prefix: IdPrefix,
  ) {}

  /** Returns the row as it is stored, with what the table fills in. */
  async insert(tx: EntityManager, tenantId: TenantId, values: ValuesOf<T>): Promise<T> {
    const row = { ...values, tenantId, id: newId(this.prefix) } as QueryDeepPartialEntity<T>;
    const insert = tx.createQueryBuilder().insert().into(this.entity).values(row).returning('*');
    const [inserted] = returned(tx, this.entity, await insert.execute());
    if (!inserted) throw new Error('An insert returned no row');
    return inserted;
  }

  async count(tx: EntityManager, tenantId: TenantId): Promise<number> {
    return tx.countBy(this.entity, { tenantId } as FindOptionsWhere<T>);
  }

  /** A page, newest first. */
  async listPage(tx: EntityManager, tenantId: TenantId, page: PageRequest): Promise<Page<T>> {
    return findPage(tx, this.entity, this.prefix, { tenantId } as FindOptionsWhere<T>, page);
  }

  async find(tx: EntityManager, tenantId: TenantId, id: string): Promise<T | null> {
    return tx.findOneBy(this.entity, { tenantId, id } as FindOptionsWhere<T>);
  }

  /** Returns the changed row; null if there is none. */
  async update(tx: EntityManager, { tenantId, id }: TenantRow, changes: ValuesOf<T>): Promise<T | null> {
    await tx.update(this.entity, { tenantId, id } as FindOptionsWhere<T>, changes as QueryDeepPartialEntity<T>);
    return this.find(tx, tenantId, id);
  }

  /** Returns false if there is no such row. */
  async delete(tx: EntityManager, { tenantId, id }: TenantRow): Promise<boolean> {
    const { affected } = await tx.delete(this.entity, { tenantId, id } as FindOptionsWhere<T>);
    return affected === 1;
  }
}
