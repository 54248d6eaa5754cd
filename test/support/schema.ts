import pg from 'pg';
import type { QueryRunner } from 'typeorm';
import { createDataSource, type Entities } from '#libs/core/persistence';
import { createTestDatabase, schemaDifferences, type TestDatabase } from '#libs/test/testing';

/** Lists the differences between an app's entities and its migrated database. */
export async function schemaDifferencesOf(app: string, entities: Entities): Promise<string[]> {
  const database = await createTestDatabase(app);
  const source = createDataSource({ url: database.ownerUrl, entities, poolSize: 1, applicationName: 'spec' });
  try {
    return await schemaDifferences(await source.initialize());
  } finally {
    if (source.isInitialized) await source.destroy();
    await database.drop();
  }
}

/** An app's migrated database on which a migration is taken back and run again. */
export interface MigratedDatabase {
  database: TestDatabase;
  /** The superuser, who sees every row. */
  admin: pg.Client;
  /** The owner of the tables, who runs migrations. */
  runner: QueryRunner;
  close(): Promise<void>;
}

export async function migratedDatabase(app: string): Promise<MigratedDatabase> {
  const database = await createTestDatabase(app);
  const admin = new pg.Client({ connectionString: database.adminUrl });
  await admin.connect();
  const owner = await createDataSource({ url: database.ownerUrl, applicationName: 'spec' }).initialize();
  const runner = owner.createQueryRunner();
  const close = async () => {
    await runner.release();
    await owner.destroy();
    await admin.end();
    await database.drop();
  };
  return { database, admin, runner, close };
}
