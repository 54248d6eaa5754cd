import { Inject, Injectable } from '@nestjs/common';
import type { DataSource } from 'typeorm';
import { auditFields, recordAudit, type AuditTransaction } from '#libs/audit';
import { Problem } from '#libs/http';
import { DeadLetters, type DeadLetter, type DeadLetterFilter } from '#libs/jobs';
import { SYSTEM_DATA_SOURCE, Database } from '#libs/persistence';
import { AbandonedWork } from './abandoned-work.js';

/** A position; see `nextPosition`. */
const ROW_ID = /^\d{1,16}$/;

export interface DeadLetterPage {
  items: DeadLetter[];
  nextCursor: number;
  hasMore: boolean;
}

/** Given-up work, and what operators decide about it. */
@Injectable()
export class DeadLettersService {
  constructor(
    @Inject(SYSTEM_DATA_SOURCE) private readonly system: DataSource,
    private readonly database: Database,
    private readonly letters: DeadLetters,
    private readonly abandoned: AbandonedWork,
  ) {}

  async list(filter: DeadLetterFilter, cursor: number | undefined, limit: number): Promise<DeadLetterPage> {
    const rows = await this.letters.list(filter, cursor, limit + 1);
    const items = rows.slice(0, limit);
    const hasMore = rows.length > limit;
    return { items, hasMore, nextCursor: hasMore ? Number(items.at(-1)?.id ?? 0) : 0 };
  }

  /** @throws Problem NotFound */
  async read(id: string): Promise<DeadLetter> {
    const letter = await this.find(id);
    if (!letter) throw new Problem('NotFound');
    return letter;
  }

  /**
   * Tries the work again: it is due at once, and its handler finds what an earlier attempt has done already.
   * @throws Problem NotFound
   */
  async retry(id: string): Promise<DeadLetter> {
    const letter = await this.system.transaction(async (tx) => {
      const revived = await this.letters.retry(tx, id);
      if (!revived) throw new Problem('NotFound');
      await audit(tx, 'dead_letter.retried', revived);
      return revived;
    });
    this.letters.retried();
    return letter;
  }

  /** Lets go of the work, and tells whoever waits for it that it failed. @throws Problem NotFound */
  async discard(id: string): Promise<DeadLetter> {
    const { tenantId } = await this.read(id);
    return this.database.tenant(tenantId, async (tx) => {
      const letter = await this.letters.delete(tx, id);
      if (!letter) throw new Problem('NotFound');
      await this.abandoned.record(tx, letter);
      await audit(tx, 'dead_letter.discarded', letter);
      return letter;
    });
  }

  async exists(id: string): Promise<boolean> {
    return (await this.find(id)) !== undefined;
  }

  private async find(id: string): Promise<DeadLetter | undefined> {
    return ROW_ID.test(id) ? this.letters.find(id) : undefined;
  }
}

function audit(tx: AuditTransaction, action: string, letter: DeadLetter): Promise<void> {
  const object = { type: 'dead_letter', id: letter.id };
  const before = auditFields(letter, ['kind', 'payload', 'failures', 'error']);
  return recordAudit(tx, { action, object, tenantId: letter.tenantId, before });
}
