import { type DynamicModule, Module, type OnApplicationShutdown } from '@nestjs/common';
import { AuditModule } from '#libs/core/audit';
import { AuthModule, type KeyRules } from '#libs/core/auth';
import type { AuthConfig, ServiceConfig } from '#libs/core/config';
import type { Envelope } from '#libs/core/http';
import { type JobKind, JobsModule } from '#libs/core/jobs';
import { stopTracing } from '#libs/core/observability';
import { DatabaseModule, type Entities } from '#libs/core/persistence';
import { APP_CONFIG, Readiness } from './readiness.js';
import { SettingsModule } from './settings.module.js';

export interface ServiceOptions {
  /** Name of the app: of its queues, and of its connections to the database. */
  app: string;
  entities?: Entities;
  /** The app whose queues it shares, because they have one outbox; its own if absent. */
  queues?: string;
  /** Every kind of job that the app runs. */
  jobs?: readonly JobKind[];
  /** Whether the app has an audit log and so allows support sessions; true if absent. */
  audit?: boolean;
  /** Rules for keys and tenants beside a route's own access. */
  access?: KeyRules;
  /** Form of GraphQL errors. An app that sets it serves its resolvers at `/graphql`, in processes that answer HTTP. */
  graphql?: Pick<Envelope, 'graphql'>;
}

/**
 * The modules that every app needs: settings, database, jobs, guard, audit log, readiness and GraphQL, all by its
 * configuration. The app's own module imports it beside its features.
 */
@Module({})
export class ServiceModule implements OnApplicationShutdown {
  /** For an app that asks identity about credentials. */
  static forRoot(config: ServiceConfig & AuthConfig, options: ServiceOptions): DynamicModule {
    const { redisUrl, serviceSecret, identityUrl, issuer = identityUrl, ownOrigins: allowedOrigins } = config;
    const auth = AuthModule.forApp({
      redisUrl,
      serviceSecret,
      issuer,
      identityUrl,
      allowedOrigins,
      operatorsNeedSecondFactor: config.isProduction,
      rules: options.access,
    });
    return ServiceModule.withAuth(config, auth, options);
  }

  /** For an app that verifies credentials by itself. */
  static withAuth(config: ServiceConfig, auth: DynamicModule, options: ServiceOptions): DynamicModule {
    const { app, queues = app, entities = [], jobs = [], audit = true, graphql } = options;
    const servesGraphql = config.role !== 'worker';
    return {
      module: ServiceModule,
      imports: [
        SettingsModule.forRoot(config),
        DatabaseModule.forRoot({
          app,
          url: config.databaseUrl,
          systemUrl: config.databaseSystemUrl,
          entities,
          poolSize: config.databasePoolSize,
        }),
        JobsModule.forRoot({
          app: queues,
          redisUrl: config.redisUrl,
          kinds: jobs,
          role: config.role,
          leaseMs: config.jobLeaseMs,
          reconcileMs: config.reconcileMs,
        }),
        auth,
        ...(audit ? [AuditModule.forRoot()] : []),
        ...(graphql && servesGraphql ? [graphqlOf(config, graphql)] : []),
      ],
      providers: [{ provide: APP_CONFIG, useValue: config }, Readiness],
    };
  }

  async onApplicationShutdown(): Promise<void> {
    await stopTracing();
  }
}

/** Loaded on demand: it takes a third of an app's start and 10 MiB, and not every process serves it. */
async function graphqlOf({ isProduction }: ServiceConfig, envelope: Pick<Envelope, 'graphql'>): Promise<DynamicModule> {
  const { graphqlModule } = await import('./graphql/graphql.module.js');
  return graphqlModule({ introspection: !isProduction, envelope });
}
