/*
 * The data source of TypeORM's command line. A file exports one data source, so MIGRATION_APP names its app.
 * `npm run migration -- <app> create|run|revert|show` sets it.
 */
import type { DataSource } from 'typeorm';
import { createMigrationSource, type Entities, type Migrations } from '#libs/core/persistence';
import { migrations as crmMigrations } from './apps/crm/migrations/index.js';
import { ENTITIES as crmEntities } from './apps/crm/src/entities.js';
import { migrations as identityMigrations } from './apps/identity/migrations/index.js';
import { ENTITIES as identityEntities } from './apps/identity/src/entities.js';
import { migrations as mailMigrations } from './apps/mail/migrations/index.js';
import { ENTITIES as mailEntities } from './apps/mail/src/entities.js';
import { migrations as pagesMigrations } from './apps/pages/migrations/index.js';
import { ENTITIES as pagesEntities } from './apps/pages/src/entities.js';
import { ENTITIES as platformEntities } from './apps/platform/src/entities.js';
import { migrations as platformMigrations } from './apps/platform/migrations/index.js';

const APPS: Record<string, { entities: Entities; migrations: Migrations }> = {
  identity: { entities: identityEntities, migrations: identityMigrations },
  platform: { entities: platformEntities, migrations: platformMigrations },
  mail: { entities: mailEntities, migrations: mailMigrations },
  pages: { entities: pagesEntities, migrations: pagesMigrations },
  crm: { entities: crmEntities, migrations: crmMigrations },
};

function dataSourceOf(name: string | undefined, ownerUrl: string | undefined): DataSource {
  const app = APPS[name ?? ''];
  if (!app) throw new Error(`MIGRATION_APP must be one of ${Object.keys(APPS).join(', ')}`);
  if (!ownerUrl) throw new Error('DATABASE_OWNER_URL must be set');
  return createMigrationSource(ownerUrl, app.migrations, app.entities);
}

export default dataSourceOf(process.env['MIGRATION_APP'], process.env['DATABASE_OWNER_URL']);
