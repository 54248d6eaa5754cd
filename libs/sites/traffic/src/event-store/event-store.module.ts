import { type DynamicModule, Module } from '@nestjs/common';
import { EventStore } from './event-store.js';
import { PostgresEvents } from './postgres-events.js';

/** Gives an app the {@link EventStore} of its installation. */
@Module({})
export class EventStoreModule {
  static forRoot(): DynamicModule {
    return {
      module: EventStoreModule,
      global: true,
      providers: [PostgresEvents, { provide: EventStore, useExisting: PostgresEvents }],
      exports: [EventStore],
    };
  }
}
