import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { ErasesPersonIn } from '#libs/privacy/data-rights';
import type { Id, TenantId } from '#libs/core/persistence';
import type { ErasesContact } from '../erasure/contact-eraser.js';
import { MergeSuggestion } from './merge-suggestion.entity.js';

/** Removes the suggestions that an erased contact may be the same as another. */
@Injectable()
@ErasesPersonIn(['merge_suggestion'])
export class MergeSuggestionEraser implements ErasesContact {
  async erase(tx: EntityManager, tenantId: TenantId, contactId: Id<'cnt'>): Promise<void> {
    await tx.delete(MergeSuggestion, [
      { tenantId, contactId },
      { tenantId, otherId: contactId },
    ]);
  }
}
