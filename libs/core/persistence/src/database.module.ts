import { Module, type DynamicModule } from '@nestjs/common';
import { getDataSourceToken, TypeOrmModule } from '@nestjs/typeorm';
import type { DataSource } from 'typeorm';
import { createDataSource, type Entities } from './connection/data-source.js';
import { Database } from './connection/database.js';
import { IdNode } from './ids/id-node.js';

const SYSTEM = 'system';

const SYSTEM_DATA_SOURCE = getDataSourceToken(SYSTEM);

export interface DatabaseModuleOptions {
  app: string;
  /** Connection of the app's own role. */
  url: string;
  /** Connection of the system role. */
  systemUrl: string;
  entities: Entities;
  poolSize?: number;
}

/** Provides the app's {@link Database} (app role and system role), and leases the process's number for ids. */
@Module({})
export class DatabaseModule {
  static forRoot(options: DatabaseModuleOptions): DynamicModule {
    return {
      module: DatabaseModule,
      global: true,
      imports: [
        TypeOrmModule.forRootAsync(connection(options.url, options, options.app)),
        TypeOrmModule.forRootAsync({
          name: SYSTEM,
          ...connection(options.systemUrl, options, `${options.app} system`),
        }),
      ],
      providers: [
        { provide: IdNode, useFactory: () => new IdNode(options.systemUrl, options.app) },
        {
          provide: Database,
          inject: [getDataSourceToken(), SYSTEM_DATA_SOURCE],
          useFactory: (appRole: DataSource, systemRole: DataSource) => new Database(appRole, systemRole),
        },
      ],
      exports: [TypeOrmModule, Database],
    };
  }
}

function connection(url: string, options: DatabaseModuleOptions, applicationName: string) {
  const settings = { url, entities: options.entities, poolSize: options.poolSize, applicationName };
  return {
    useFactory: () => createDataSource(settings).options,
    dataSourceFactory: async () => createDataSource(settings).initialize(),
  };
}
