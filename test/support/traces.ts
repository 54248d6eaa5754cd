import { once } from 'node:events';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import pg from 'pg';
import { createRedis } from '#libs/core/redis';

/** Every row of every table of a database that has one of the texts, as `table: row`. */
export async function rowsWith(url: string, texts: readonly string[]): Promise<string[]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    const { rows: tables } = await client.query<{ name: string }>(
      `select quote_ident(table_schema) || '.' || quote_ident(table_name) as name from information_schema.tables
        where table_schema not in ('pg_catalog', 'information_schema') and table_type = 'BASE TABLE'`,
    );
    if (tables.length < 5) throw new Error('The tables of the database were not found');
    const found: string[] = [];
    for (const { name } of tables) {
      const { rows } = await client.query<{ row: string }>(
        `select t::text as row from ${name} t where exists (
           select from unnest($1::text[]) wanted
            where position(wanted in lower(t::text)) > 0 or position(encode(wanted::bytea, 'hex') in t::text) > 0)`,
        [texts],
      );
      found.push(...rows.map(({ row }) => `${name}: ${row.slice(0, 400)}`));
    }
    return found;
  } finally {
    await client.end();
  }
}

/** The value of a key of any type. One command, because a key may go, or change its type, between two. */
const READ_KEY = `
  local read = { string = { 'get' }, hash = { 'hgetall' }, list = { 'lrange', 0, -1 }, set = { 'smembers' },
                 zset = { 'zrange', 0, -1 }, stream = { 'xrange', '-', '+' } }
  local found = read[redis.call('type', KEYS[1]).ok]
  return found and redis.call(found[1], KEYS[1], unpack(found, 2))`;

/** Every key of a Redis database, with its value, that has one of the texts. */
export async function keysWith(url: string, texts: readonly string[]): Promise<string[]> {
  const redis = createRedis(url);
  await once(redis, 'ready');
  const found: string[] = [];
  try {
    for (const key of await redis.keys('*')) {
      const text = `${key} ${JSON.stringify(await redis.eval(READ_KEY, 1, key))}`.toLowerCase();
      if (texts.some((wanted) => text.includes(wanted))) found.push(text.slice(0, 400));
    }
  } finally {
    redis.disconnect();
  }
  return found;
}

export async function filesWith(dir: string, texts: readonly string[]): Promise<string[]> {
  const files = (await readdir(dir, { recursive: true, withFileTypes: true })).filter((entry) => entry.isFile());
  const found: string[] = [];
  for (const { parentPath, name } of files) {
    const content = (await readFile(join(parentPath, name))).toString('latin1').toLowerCase();
    if (texts.some((wanted) => content.includes(wanted))) found.push(join(parentPath, name));
  }
  return found;
}
