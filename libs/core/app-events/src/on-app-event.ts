import { SetMetadata } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import type { AppEvent, AppEventType } from './app-event.js';

export const ON_APP_EVENT = Symbol('on-app-event');

type Handler<T extends AppEventType> = (tx: EntityManager, event: AppEvent<T>) => Promise<unknown>;

/**
 * Makes a provider's method the handler of a type of event. It runs in the transaction (of the event's tenant) that records
 * the event as received, so its changes of the database happen once. It must have no other effects. An error is answered
 * with 500, and the event is delivered again.
 */
export const OnAppEvent =
  <T extends AppEventType>(type: T) =>
  <Method extends Handler<T>>(target: object, name: string, method: TypedPropertyDescriptor<Method>): void => {
    SetMetadata(ON_APP_EVENT, type)(target, name, method);
  };

export const ON_APP_EVENTS = Symbol('on-app-events');

type BatchHandler<T extends AppEventType> = (tx: EntityManager, events: readonly AppEvent<T>[]) => Promise<unknown>;

/** The same for several events of one tenant at once, for a type that comes often. They have their effect together. */
export const OnAppEvents =
  <T extends AppEventType>(type: T) =>
  <Method extends BatchHandler<T>>(target: object, name: string, method: TypedPropertyDescriptor<Method>): void => {
    SetMetadata(ON_APP_EVENTS, type)(target, name, method);
  };
