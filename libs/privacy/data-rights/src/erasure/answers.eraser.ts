import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { IdempotencyKeyRepository } from '#libs/core/idempotency';
import type { TenantId } from '#libs/core/persistence';
import { type ErasesPerson, ErasesPersonIn } from './erases-person.js';

/** Deletes the kept answers that name an erased person, in an app with idempotent calls. */
@Injectable()
@ErasesPersonIn(['idempotency_key'])
export class AnswersEraser implements ErasesPerson<{ addresses: readonly string[] }> {
  constructor(private readonly keys: IdempotencyKeyRepository) {}

  async erase(tx: EntityManager, tenantId: TenantId, { addresses }: { addresses: readonly string[] }): Promise<void> {
    await this.keys.deleteNaming(tx, tenantId, addresses);
  }
}
