import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import {
  type BoundedCount,
  boundedBy,
  COUNTED_MAX,
  Database,
  IN_ORDER,
  many,
  one,
  type Id,
  type KeysetPosition,
  type ListOrder,
  type SqlExecutor,
  type TenantId,
} from '#libs/core/persistence';
import type { ResolvedFilter } from './contact-filter.js';
import {
  BY_ID,
  BY_INDEX,
  countOf,
  indexedIds,
  isWalkBounded,
  newestIds,
  START_OF_DAY,
  type IdQuery,
} from './contact-list.sql.js';

export interface IdsRequest {
  tenantId: TenantId;
  filter: ResolvedFilter;
  limit: number;
  after?: KeysetPosition;
  order?: ListOrder;
}

/** The ids of a page, and the position of the next page; null after the last one. */
export interface IdsPage {
  ids: Id<'cnt'>[];
  next: KeysetPosition | null;
}

interface IdRow {
  id: Id<'cnt'>;
  created_at: Date;
}

/** Finds the contacts of a filter, but for the deleted ones. */
@Injectable()
export class ContactListRepository {
  constructor(private readonly database: Database) {}

  /**
   * The page, if it is found among the newest contacts; null if the index has to be asked. What the transaction reads afterwards is planned
   * as this is, without sorting: nothing but the contacts of the page by their ids. One contact is found by its id, and no order leads to it.
   */
  async listNewest(tx: EntityManager, request: IdsRequest): Promise<IdsPage | null> {
    await one(tx, request.filter.contactId === undefined ? IN_ORDER : BY_ID);
    const rows = await read(tx, newestIds({ ...request, limit: request.limit + 1 }));
    return rows.length <= request.limit && isWalkBounded(request.filter) ? null : pageOf(rows, request.limit);
  }

  /** The page by the index of the filters. Read the contacts of its ids in a transaction of the tenant. */
  async listIndexed(request: IdsRequest): Promise<IdsPage> {
    const query = indexedIds({ ...request, limit: request.limit + 1 });
    const rows = await this.database.system(async (tx) => {
      await one(tx, BY_INDEX);
      return read(tx, query);
    });
    return pageOf(rows, request.limit);
  }

  /** How many contacts a filter has; at most `most`. */
  async count(tenantId: TenantId, filter: ResolvedFilter, most: number): Promise<number> {
    const { text, values } = countOf({ tenantId, filter, limit: most });
    const { count } = await this.database.statement((pool) => one<{ count: number }>(pool, text, values));
    return count;
  }

  /** How many contacts a filter has, as lists say it. */
  async countListed(tenantId: TenantId, filter: ResolvedFilter): Promise<BoundedCount> {
    return boundedBy(await this.count(tenantId, filter, COUNTED_MAX + 1));
  }

  /** The first moment of a day (`YYYY-MM-DD`) in a time zone; `days` later. */
  async startOfDay(tx: EntityManager, day: string, timeZone: string, days = 0): Promise<Date> {
    const { at } = await one<{ at: Date }>(tx, START_OF_DAY, [day, timeZone, days]);
    return at;
  }
}

const read = (tx: SqlExecutor, { text, values }: IdQuery): Promise<IdRow[]> => many<IdRow>(tx, text, values);

function pageOf(rows: readonly IdRow[], limit: number): IdsPage {
  const items = rows.slice(0, limit);
  const last = rows.length > limit ? items.at(-1) : undefined;
  return { ids: items.map(({ id }) => id), next: last ? [last.created_at, last.id] : null };
}
