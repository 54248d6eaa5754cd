import type { MigrationInterface, QueryRunner } from 'typeorm';
import { unwatchSql, watchSql } from '#libs/sites/sites';
import { TRAFFIC_TABLES, trafficTablesSql } from '#libs/sites/traffic';

/** Tables of pixels, and the pixel whose entry in the memory of the runtime a row changes. */
const WATCHED = { pixel: 'one.id', pixel_domain: 'one.pixel_id', pixel_conversion: 'one.pixel_id' };

/** The traffic of published pages and of pixels. */
export class Traffic1798400000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    for (const statement of trafficTablesSql('pages')) await runner.query(statement);
    for (const [table, pixelId] of Object.entries(WATCHED))
      for (const statement of watchSql({ table, paths: [`'pixel:' || ${pixelId}`] })) await runner.query(statement);
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const statement of Object.keys(WATCHED).flatMap(unwatchSql)) await runner.query(statement);
    await runner.query('drop function add_traffic_partition(text, date), drop_traffic_partition(text, date)');
    for (const table of [...TRAFFIC_TABLES, 'visitor_salt', 'collected'].toReversed())
      await runner.query(`drop table ${table}`);
  }
}
