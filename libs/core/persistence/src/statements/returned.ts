import type { EntityManager, EntityTarget, InsertResult, ObjectLiteral, UpdateResult } from 'typeorm';

/**
 * The rows of an insert, update or delete with `returning: '*'`, as entities. TypeORM itself returns them as the driver
 * reads them: with the names of columns and without transformers.
 */
export function returned<T extends ObjectLiteral>(
  tx: EntityManager,
  entity: EntityTarget<T>,
  { raw }: Pick<InsertResult | UpdateResult, 'raw'>,
): T[] {
  const { driver } = tx.dataSource;
  const metadata = tx.dataSource.getMetadata(entity);
  return (raw as ObjectLiteral[]).map((row) => {
    const result = metadata.create() as T;
    for (const column of metadata.columns) {
      column.setEntityValue(result, driver.prepareHydratedValue(row[column.databaseName], column));
    }
    return result;
  });
}
