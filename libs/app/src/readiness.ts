import { Inject, Injectable } from '@nestjs/common';
import { ViewStore } from '#libs/auth';
import { AppConfig } from '#libs/config';
import { ReadinessRegistry } from '#libs/http';
import { Database } from '#libs/persistence';

/** Injection token of the configuration, for what needs no more of it than all apps have. */
export const APP_CONFIG = Symbol('APP_CONFIG');

/**
 * What a process needs to be ready: the database, and Redis if all it does is run queues. A process that answers HTTP
 * does so without Redis as well: credentials are asked of identity, and promised work waits in the outbox.
 */
@Injectable()
export class Readiness {
  constructor(registry: ReadinessRegistry, database: Database, view: ViewStore, @Inject(APP_CONFIG) config: AppConfig) {
    registry.register('database', () => database.statement((pool) => pool.query('select 1')));
    if (!config.answersHttp) registry.register('redis', () => view.ping());
  }
}
