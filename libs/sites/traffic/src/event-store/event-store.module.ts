import { type DynamicModule, Module } from '@nestjs/common';
import { ReadinessRegistry } from '#libs/core/http';
import { Database } from '#libs/core/persistence';
import { ClickHouseEvents } from './click-house-events.js';
import { ClickHouse } from './click-house.js';
import { EventStore } from './event-store.js';
import { PostgresEvents } from './postgres-events.js';
import { SwitchedEvents } from './switched-events.js';

/** Gives an app the {@link EventStore} of its installation, and {@link ClickHouseEvents} if it is in ClickHouse. */
@Module({})
export class EventStoreModule {
  /** @param config without an address of ClickHouse events are in Postgres */
  static forRoot({ clickhouseUrl }: { clickhouseUrl?: string }): DynamicModule {
    const module = { module: EventStoreModule, global: true };
    if (!clickhouseUrl) {
      const providers = [PostgresEvents, { provide: EventStore, useExisting: PostgresEvents }];
      return { ...module, providers, exports: [EventStore] };
    }
    return {
      ...module,
      providers: [
        PostgresEvents,
        {
          provide: ClickHouseEvents,
          inject: [Database, ReadinessRegistry],
          useFactory: (database: Database, readiness: ReadinessRegistry) =>
            new ClickHouseEvents(database, new ClickHouse(clickhouseUrl), readiness),
        },
        {
          provide: EventStore,
          inject: [PostgresEvents, ClickHouseEvents],
          useFactory: (earlier: PostgresEvents, now: ClickHouseEvents) => new SwitchedEvents(earlier, now),
        },
      ],
      exports: [EventStore, ClickHouseEvents],
    };
  }
}
