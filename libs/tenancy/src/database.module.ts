import { Module, type DynamicModule, type OnModuleInit, Inject } from '@nestjs/common';
import { getDataSourceToken, TypeOrmModule } from '@nestjs/typeorm';
import type { DataSource } from 'typeorm';
import { createDataSource, useIdNode, type Entities } from '#libs/persistence';
import { TenantDatabase } from './tenant-database.js';

/** Name of the data source of the narrow role that sees across tenants, where a policy lets it. */
export const SYSTEM = 'system';

/** Injection token of the system role's data source. */
export const SYSTEM_DATA_SOURCE = getDataSourceToken(SYSTEM);

export interface DatabaseModuleOptions {
  app: string;
  url: string;
  systemUrl: string;
  entities: Entities;
  poolSize?: number;
}

/** Gives an app its two data sources (its own role and the system role) and the {@link TenantDatabase}. */
@Module({})
export class DatabaseModule implements OnModuleInit {
  constructor(@Inject(SYSTEM_DATA_SOURCE) private readonly system: DataSource) {}

  static forRoot(options: DatabaseModuleOptions): DynamicModule {
    return {
      module: DatabaseModule,
      global: true,
      imports: [
        TypeOrmModule.forRootAsync(connection(options.url, options, `${options.app}`)),
        TypeOrmModule.forRootAsync({
          name: SYSTEM,
          ...connection(options.systemUrl, { ...options, entities: [] }, `${options.app} system`),
        }),
      ],
      providers: [
        {
          provide: TenantDatabase,
          inject: [getDataSourceToken()],
          useFactory: (own: DataSource) => new TenantDatabase(own),
        },
      ],
      exports: [TypeOrmModule, TenantDatabase],
    };
  }

  /** Each process takes the next number of a sequence, so that no two of them issue the same id. */
  async onModuleInit(): Promise<void> {
    const [{ node }] = await this.system.query<[{ node: string }]>(`select nextval('id_node') as node`);
    useIdNode(Number(node));
  }
}

function connection(url: string, options: DatabaseModuleOptions, applicationName: string) {
  const settings = { url, entities: options.entities, poolSize: options.poolSize, applicationName };
  return {
    useFactory: () => createDataSource(settings).options,
    dataSourceFactory: async () => createDataSource(settings).initialize(),
  };
}
