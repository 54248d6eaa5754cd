import { Module } from '@nestjs/common';
import { Database, exec } from '#libs/core/persistence';
import { Housekeeping, PURGES, type Purge } from './housekeeping.js';
import { PURGE_STATEMENTS } from './purge.sql.js';

@Module({
  providers: [Housekeeping, { provide: PURGES, inject: [Database], useFactory: purgesOf }],
})
export class HousekeepingModule {}

function purgesOf(database: Database): Purge[] {
  return Object.entries(PURGE_STATEMENTS).map(([name, sql]) => ({
    name,
    run: (limit) => database.statement((pool) => exec(pool, sql, [limit])),
  }));
}
