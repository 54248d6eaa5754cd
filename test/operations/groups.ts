import type { EntityManager } from 'typeorm';
import type { Entities, SqlExecutor, TenantId } from '#libs/core/persistence';
import type { Filling } from './rows-read.js';

/** Rows that are read or written together, far from each other. */
export const GROUP = Array.from({ length: 200 }, (_, index) => 50 + 97 * index);

/** Rows that a group may look at, where each of its own is found by an index: there, in the table, and in one further table. */
export const MOST = 5 * GROUP.length;

/** A function of a repository that reads or writes a group. */
export interface Group {
  most: number;
  run: (tx: EntityManager, hot: SqlExecutor, tenantId: TenantId) => Promise<unknown>;
}

export interface GroupsOfApp {
  app: string;
  entities: Entities;
  filling: Filling;
  groups: Record<string, Group>;
}

export const group = (run: Group['run'], most = MOST): Group => ({ most, run });
