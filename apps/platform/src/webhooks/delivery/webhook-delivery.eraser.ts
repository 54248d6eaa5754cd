import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { type ErasesPerson, ErasesPersonIn } from '#libs/privacy/data-rights';
import { exec, type TenantId } from '#libs/core/persistence';
import type { ErasedPerson } from '../../erasure/erased-person.js';
import { DELETE_DELIVERIES } from './erase-webhook-delivery.sql.js';

/** Deletes the deliveries that name an erased person. */
@Injectable()
@ErasesPersonIn(['webhook_delivery', 'webhook_attempt'])
export class WebhookDeliveryEraser implements ErasesPerson<ErasedPerson> {
  async erase(tx: EntityManager, tenantId: TenantId, { addresses }: ErasedPerson): Promise<void> {
    await exec(tx, DELETE_DELIVERIES, [tenantId, addresses]);
  }
}
