import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { ErasesPersonIn } from '#libs/privacy/data-rights';
import type { Id, TenantId } from '#libs/core/persistence';
import type { ErasesContact } from '../erasure/contact-eraser.js';
import { DestinationDeliveryRepository } from './destination-delivery.repository.js';

/** Deletes the deliveries that name an erased contact. Those that wait are not made any more. */
@Injectable()
@ErasesPersonIn(['destination_delivery'])
export class DestinationDeliveryEraser implements ErasesContact {
  constructor(private readonly deliveries: DestinationDeliveryRepository) {}

  async erase(tx: EntityManager, tenantId: TenantId, contactId: Id<'cnt'>): Promise<void> {
    await this.deliveries.deleteNaming(tx, tenantId, contactId);
  }
}
