import { Module, type DynamicModule } from '@nestjs/common';
import { DiscoveryModule } from '@nestjs/core';
import { AppEventDelivery } from './app-event-delivery.js';
import { AppEventHandlers } from './app-event-handlers.js';
import { AppEventReceiver } from './app-event-receiver.js';
import { AppEventSender } from './app-event-sender.js';
import { APP_EVENTS_OPTIONS, type AppEventsOptions } from './app-events-options.js';
import { DeliveredHandlers } from './delivered-handlers.js';
import { AppEventsController } from './app-events.controller.js';
import type { AppEventDefinition } from './catalogue/app-event-definition.js';
import { APP_EVENT_CATALOGUE } from './catalogue/catalogue.js';
import { APP_EVENT_DEFINITIONS, PayloadChecks } from './catalogue/payload-checks.js';

export type { AppEventsOptions } from './app-events-options.js';

/** Events between apps. Sender and receiver are separate modules, because some apps are only one of them. */
@Module({})
export class AppEventsModule {
  /** For an app that sends events. Provides {@link AppEventSender}; the app's kinds of jobs include `APP_EVENT_JOB`. */
  static forSender(options: AppEventsOptions): DynamicModule {
    return {
      module: SendingModule,
      global: true,
      imports: [DiscoveryModule],
      providers: [
        { provide: APP_EVENTS_OPTIONS, useValue: options },
        { provide: APP_EVENT_DEFINITIONS, useValue: options.definitions ?? APP_EVENT_CATALOGUE },
        PayloadChecks,
        AppEventSender,
        AppEventDelivery,
        DeliveredHandlers,
      ],
      exports: [AppEventSender],
    };
  }

  /**
   * For an app with `@OnAppEvent` methods; its schema contains the table of `appEventsSql`.
   * @param definitions the events that there are; the catalogue unless a test says otherwise
   */
  static forReceiver(definitions: readonly AppEventDefinition[] = APP_EVENT_CATALOGUE): DynamicModule {
    return {
      module: ReceivingModule,
      imports: [DiscoveryModule],
      controllers: [AppEventsController],
      providers: [
        { provide: APP_EVENT_DEFINITIONS, useValue: definitions },
        PayloadChecks,
        AppEventHandlers,
        AppEventReceiver,
      ],
    };
  }
}

@Module({})
class SendingModule {}

@Module({})
class ReceivingModule {}
