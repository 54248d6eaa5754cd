import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { type ErasesPerson, ErasesPersonIn } from '#libs/privacy/data-rights';
import { exec, type TenantId } from '#libs/core/persistence';
import { DELETE_ANSWERS_NAMING } from './idempotency-key.sql.js';

/** Deletes the kept answers that name an erased person. */
@Injectable()
@ErasesPersonIn(['idempotency_key'])
export class AnswersEraser implements ErasesPerson<{ addresses: readonly string[] }> {
  async erase(tx: EntityManager, tenantId: TenantId, person: { addresses: readonly string[] }): Promise<void> {
    await exec(tx, DELETE_ANSWERS_NAMING, [tenantId, person.addresses]);
  }
}
