import { Module, type DynamicModule } from '@nestjs/common';
import { DiscoveryModule } from '@nestjs/core';
import { AppEventDelivery } from './app-event-delivery.js';
import { AppEventHandlers } from './app-event-handlers.js';
import { AppEventReceiver } from './app-event-receiver.js';
import { AppEventSender } from './app-event-sender.js';
import { APP_EVENTS_OPTIONS, type AppEventsOptions } from './app-events-options.js';
import { AppEventsController } from './app-events.controller.js';

export type { AppEventsOptions } from './app-events-options.js';

/** Events between apps. The two sides are apart, because some apps only send and others only receive. */
@Module({})
export class AppEventsModule {
  /** For an app that sends events; it declares `APP_EVENT_JOB` among its jobs. Gives it the {@link AppEventSender}. */
  static forSender(options: AppEventsOptions): DynamicModule {
    return {
      module: SendingModule,
      global: true,
      providers: [{ provide: APP_EVENTS_OPTIONS, useValue: options }, AppEventSender, AppEventDelivery],
      exports: [AppEventSender],
    };
  }

  /** For an app that receives events, by methods with `@OnAppEvent`; its schema has the table of `appEventsSql`. */
  static forReceiver(): DynamicModule {
    return {
      module: ReceivingModule,
      imports: [DiscoveryModule],
      controllers: [AppEventsController],
      providers: [AppEventHandlers, AppEventReceiver],
    };
  }
}

@Module({})
class SendingModule {}

@Module({})
class ReceivingModule {}
