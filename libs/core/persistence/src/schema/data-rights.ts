import 'reflect-metadata';
import { getMetadataArgsStorage } from 'typeorm';
import type { Entities } from '../connection/data-source.js';
import { SnakeCaseNames } from './columns.js';

/** Treatment of a table when a person is erased, a tenant is exported and a tenant is removed. */
export interface DataRightsOfTable {
  /** Treatment when a person is erased: a provider with `@ErasesPersonIn` erases it, or all stays, for this reason. */
  erasure: 'erased' | { stays: string };
  /** Why an export of a tenant has no row of it; without a reason it has all. */
  leftOut?: string;
  /** Columns that an export of a tenant does not have, and why. */
  withheld?: Readonly<Record<string, string>>;
  /** Why its rows stay when their tenant is removed; without a reason they all go. */
  kept?: string;
}

const KEY = Symbol('data-rights');

/**
 * Says what happens to the rows of an entity's table when a person is erased, a tenant is exported and a tenant is removed. A
 * test fails for a table that does not say it. It stands beside the columns, because libs have tables, too; `libs/privacy/data-rights`
 * does what it says.
 */
export const DataRights =
  (rights: DataRightsOfTable): ClassDecorator =>
  (entity) =>
    Reflect.defineMetadata(KEY, rights, entity);

/** @throws Error for an entity without `@DataRights` */
export function dataRightsOf(entity: Entities[number]): DataRightsOfTable {
  const rights = Reflect.getOwnMetadata(KEY, entity) as DataRightsOfTable | undefined;
  if (!rights) throw new Error(`The table ${tableOf(entity)} is not registered: its entity has no @DataRights`);
  return rights;
}

/** The name of an entity's table. @throws Error for a class that is no entity */
export function tableOf(entity: Entities[number]): string {
  const table = getMetadataArgsStorage().tables.find(({ target }) => target === entity);
  if (!table || typeof table.target !== 'function') throw new Error(`${String(entity)} is no entity`);
  return new SnakeCaseNames().tableName(table.target.name, table.name);
}
