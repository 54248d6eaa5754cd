import { SetMetadata } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import type { Id, TenantId } from '#libs/core/persistence';

export const ON_PIXEL_EVENTS = Symbol('on-pixel-events');

/** A contact viewed a page (`visualizacao`), or did what a page or a pixel has a name for. */
export interface PixelEvent {
  contactId: Id<'cnt'>;
  name: string;
  /** Id of the page or of the pixel. */
  pageId: string;
  occurredAt: Date;
}

export type PixelEventsHandler = (
  tx: EntityManager,
  tenantId: TenantId,
  events: readonly PixelEvent[],
) => Promise<unknown>;

/**
 * Makes a provider's method run for what contacts do on pages and on sites with a pixel, once for equal events of a moment. It runs in the
 * transaction that counts them, in which the contacts are locked: if it fails, they come again. It must have no other effects than
 * that transaction's.
 */
export const OnPixelEvents =
  () =>
  <Method extends PixelEventsHandler>(
    target: object,
    name: string | symbol,
    method: TypedPropertyDescriptor<Method>,
  ): void => {
    SetMetadata(ON_PIXEL_EVENTS, true)(target, name, method);
  };
