import { SetMetadata } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import type { TenantId } from '#libs/core/persistence';
import type { AppEventType } from './app-event.js';
import type { AppEvents } from './index.js';

export const ON_APP_EVENT_DELIVERED = Symbol('on-app-event-delivered');

/** An event of this app that its receiver has applied. */
export interface DeliveredEvent<T extends AppEventType = AppEventType> {
  id: string;
  type: T;
  tenantId: TenantId;
  /** The app that applied it. */
  to: string;
  payload: AppEvents[T];
}

type Handler<T extends AppEventType> = (tx: EntityManager, event: DeliveredEvent<T>) => Promise<unknown>;

/**
 * Makes a provider's method run when a receiver has applied an event of a type. It runs in the transaction (of the event's
 * tenant) that completes the delivery. It may run again for the same event, so it must have the same effect then.
 */
export const OnAppEventDelivered =
  <T extends AppEventType>(type: T) =>
  <Method extends Handler<T>>(target: object, name: string, method: TypedPropertyDescriptor<Method>): void => {
    SetMetadata(ON_APP_EVENT_DELIVERED, type)(target, name, method);
  };
