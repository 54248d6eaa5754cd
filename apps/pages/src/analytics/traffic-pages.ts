import { Injectable } from '@nestjs/common';
import { many, maybe, type SqlExecutor, type TenantId } from '#libs/core/persistence';
import { ALL_PAGES } from '#libs/sites/traffic';
import { FIND_PAGE_BY_SLUG, LIST_TITLES } from './totals.sql.js';

const ID = /^(?:pag|pxl)_[0-9a-f]{16}$/;

/** Pages and pixels, as reports name them. */
@Injectable()
export class TrafficPages {
  /** The id that totals have for a page, which a request names by its id or slug. An unknown one has no traffic. */
  async idOf(tx: SqlExecutor, tenantId: TenantId, named: string | undefined): Promise<string> {
    if (named === undefined || named === '') return ALL_PAGES;
    if (ID.test(named)) return named;
    const page = await maybe<{ id: string }>(tx, FIND_PAGE_BY_SLUG, [tenantId, named]);
    return page?.id ?? named;
  }

  /** Titles of pages and names of pixels by id. A value may have a path behind the id. */
  async titles(tx: SqlExecutor, tenantId: TenantId, values: readonly string[]): Promise<Map<string, string>> {
    const ids = [...new Set(values.map(idIn))].filter((id) => ID.test(id));
    if (ids.length === 0) return new Map();
    const rows = await many<{ id: string; title: string }>(tx, LIST_TITLES, [tenantId, ids]);
    const byId = new Map(rows.map(({ id, title }) => [id, title]));
    return new Map(values.flatMap((value) => titled(value, byId.get(idIn(value)))));
  }
}

const idIn = (value: string): string => value.split(' ', 1)[0]!;

const titled = (value: string, title: string | undefined): [string, string][] =>
  title === undefined ? [] : [[value, title]];
