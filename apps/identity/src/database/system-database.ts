import { Inject, Injectable } from '@nestjs/common';
import type { PoolClient } from 'pg';
import type { DataSource } from 'typeorm';
import { poolOf, SYSTEM_DATA_SOURCE } from '#libs/persistence';

/** Whatever takes SQL: a pool's client, or TypeORM's manager within a tenant's transaction. */
export interface Executor {
  query(sql: string, parameters?: unknown[]): Promise<unknown>;
}

/** A statement that Postgres parses and plans once for each connection. One name, one text. */
export interface PreparedStatement {
  name: string;
  text: string;
}

/**
 * The database as the system role sees it: people, sessions and signing keys, which belong to no tenant, and of the
 * tenants' tables what must be found before a tenant is known.
 */
@Injectable()
export class SystemDatabase {
  constructor(@Inject(SYSTEM_DATA_SOURCE) private readonly dataSource: DataSource) {}

  async query<T extends object>(statement: string | PreparedStatement, parameters: unknown[] = []): Promise<T[]> {
    const { rows } = await poolOf(this.dataSource).query<T>(
      typeof statement === 'string' ? statement : { ...statement },
      parameters,
    );
    return rows;
  }

  async transaction<T>(work: (client: PoolClient) => Promise<T>): Promise<T> {
    const client = await poolOf(this.dataSource).connect();
    let broken: Error | undefined;
    try {
      await client.query('begin');
      const result = await work(client);
      await client.query('commit');
      return result;
    } catch (error) {
      // A connection whose rollback fails is in an unknown state: the pool must not hand it out again.
      await client.query('rollback').catch((cause: Error) => (broken = cause));
      throw error;
    } finally {
      client.release(broken);
    }
  }
}
