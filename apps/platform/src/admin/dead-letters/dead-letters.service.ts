import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { auditFields, recordAudit } from '#libs/core/audit';
import { Problem } from '#libs/core/http';
import { DeadLetters, type DeadLetter, type DeadLetterFilter } from '#libs/core/jobs';
import { Database, type Page, type PageRequest } from '#libs/core/persistence';
import { AbandonedWork } from './abandoned-work.js';

/** A position; see `nextPosition`. */
const ROW_ID = /^\d{1,16}$/;

/** Dead letters as operators see and decide about them. */
@Injectable()
export class DeadLettersService {
  constructor(
    private readonly database: Database,
    private readonly letters: DeadLetters,
    private readonly abandoned: AbandonedWork,
  ) {}

  async listPage(filter: DeadLetterFilter, page: PageRequest): Promise<Page<DeadLetter>> {
    return this.letters.listPage(filter, page);
  }

  async find(id: string): Promise<DeadLetter | undefined> {
    return ROW_ID.test(id) ? this.letters.find(id) : undefined;
  }

  /**
   * Retries the job: it is due at once, and its handler skips what an earlier attempt has done.
   * @throws Problem NotFound
   */
  async retry(id: string): Promise<DeadLetter> {
    const letter = await this.database.system(async (tx) => {
      const retried = await this.letters.retry(tx, id);
      if (!retried) throw new Problem('NotFound');
      await audit(tx, 'dead_letter.retried', retried);
      return retried;
    });
    this.letters.retried();
    return letter;
  }

  /** Drops the job and records that it failed. @throws Problem NotFound */
  async discard({ id, tenantId }: DeadLetter): Promise<DeadLetter> {
    return this.database.tenant(tenantId, async (tx) => {
      const letter = await this.letters.delete(tx, id);
      if (!letter) throw new Problem('NotFound');
      await this.abandoned.record(tx, letter);
      await audit(tx, 'dead_letter.discarded', letter);
      return letter;
    });
  }
}

function audit(tx: EntityManager, action: string, letter: DeadLetter): Promise<void> {
  const object = { type: 'dead_letter', id: letter.id };
  const before = auditFields(letter, ['kind', 'payload', 'failures', 'error']);
  return recordAudit(tx, { action, object, tenantId: letter.tenantId, before });
}
