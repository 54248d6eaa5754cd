import { ClickHouse } from './click-house.js';
import { CREATE_VERSIONS, FIND_VERSION, INSERT_VERSION, SCHEMA_VERSIONS } from './click-house.sql.js';

/** Brings the tables of ClickHouse up to date; its database exists. Several at once do no harm. */
export async function migrateClickHouse(url: string): Promise<void> {
  const clickHouse = new ClickHouse(url);
  try {
    await clickHouse.command(CREATE_VERSIONS);
    const [found] = await clickHouse.query<{ version: number }>(FIND_VERSION);
    for (const [index, statements] of SCHEMA_VERSIONS.entries()) {
      if (index < Number(found?.version ?? 0)) continue;
      for (const statement of statements) await clickHouse.command(statement);
      await clickHouse.command(INSERT_VERSION, { version: index + 1 });
    }
  } finally {
    await clickHouse.close();
  }
}
