import { Inject, Injectable } from '@nestjs/common';
import { CredentialSource, ViewStore } from '#libs/core/auth';
import { AppConfig } from '#libs/core/config';
import { ReadinessRegistry } from '#libs/core/http';
import { Database } from '#libs/core/persistence';

/** Injection token of the configuration that all apps share. */
export const APP_CONFIG = Symbol('APP_CONFIG');

/**
 * Checks that a process needs to be ready: the database, and Redis if it only runs queues. A process that answers HTTP
 * works without Redis as long as identity verifies its credentials; what it enqueues waits in the outbox.
 */
@Injectable()
export class Readiness {
  constructor(
    registry: ReadinessRegistry,
    database: Database,
    view: ViewStore,
    source: CredentialSource,
    @Inject(APP_CONFIG) config: AppConfig,
  ) {
    registry.register('database', () => database.statement((pool) => pool.query('select 1')));
    if (!config.answersHttp) registry.register('redis', () => view.ping());
    else registry.register('credentials', () => view.ping().catch(async () => void (await source.resolve([]))));
  }
}
