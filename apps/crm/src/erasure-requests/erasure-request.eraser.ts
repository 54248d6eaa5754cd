import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { ErasesPersonIn } from '#libs/privacy/data-rights';
import type { Id, TenantId } from '#libs/core/persistence';
import type { ErasesContact } from '../erasure/contact-eraser.js';
import { ErasureRequestRepository } from './erasure-request.repository.js';

/** Removes who asked for an erasure and why: often the contact itself. */
@Injectable()
@ErasesPersonIn(['erasure_request'])
export class ErasureRequestEraser implements ErasesContact {
  constructor(private readonly requests: ErasureRequestRepository) {}

  async erase(tx: EntityManager, tenantId: TenantId, contactId: Id<'cnt'>): Promise<void> {
    await this.requests.emptyOf(tx, tenantId, contactId);
  }
}
