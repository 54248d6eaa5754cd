import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import type { Id, TenantId } from '#libs/persistence';
import { type ErasesContact, ErasesContactIn } from '../erasure/contact-eraser.js';
import { MergeSuggestion } from './merge-suggestion.entity.js';

/** Removes the suggestions that an erased contact may be the same as another. */
@Injectable()
@ErasesContactIn(['merge_suggestion'])
export class MergeSuggestionEraser implements ErasesContact {
  async eraseContact(tx: EntityManager, tenantId: TenantId, contactId: Id<'cnt'>): Promise<void> {
    await tx.delete(MergeSuggestion, [
      { tenantId, contactId },
      { tenantId, otherId: contactId },
    ]);
  }
}
