import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { recordAudit } from '#libs/core/audit';
import { type DeadJob, type JobBatch, OnDead, OnJob } from '#libs/core/jobs';
import { Database, type TenantId } from '#libs/core/persistence';
import { AddressConsents } from '../../consent/address-consents.js';
import { causedBy, setChangeCause } from '../../contact-changes/change-cause.js';
import { ContactEvents } from '../../contact-events/contact-events.js';
import type { TenantCipher } from '../../keys/tenant-cipher.js';
import { TenantKeys } from '../../keys/tenant-keys.js';
import { ContactImportChange } from './contact-import-change.entity.js';
import { UNDO_IMPORT_JOB, type UndoImport } from '../import-jobs.js';
import { ImportLine } from '../import-line.js';
import { UndoBatch } from './import-undo.js';
import { ImportRepository } from '../import.repository.js';

const CONTACTS_A_BATCH = 500;
const UNDO_FAILED = 'A importação não foi desfeita por inteiro, por uma falha interna. Desfaça de novo.';

/** Undoes imports. A batch deletes what it undid from the list of changes, so that another process continues after it. */
@Injectable()
export class ImportUndoProcessor {
  constructor(
    private readonly database: Database,
    private readonly imports: ImportRepository,
    private readonly line: ImportLine,
    private readonly keys: TenantKeys,
    private readonly events: ContactEvents,
    private readonly addresses: AddressConsents,
  ) {}

  @OnJob(UNDO_IMPORT_JOB, { chunk: 1, concurrency: 2, maxFailures: 100 })
  async run(batch: JobBatch<UndoImport>): Promise<void> {
    const { tenantId } = batch;
    const cipher = await this.keys.cipherOf(tenantId);
    for (const job of batch.jobs) {
      const { importId, userId } = job.payload;
      await batch.runFor(job, async () => {
        let isFirst = true;
        while (await this.undoBatch(tenantId, importId, userId, cipher)) {
          if (isFirst) await this.database.tenant(tenantId, (tx) => batch.recordProgress(tx, job.id));
          isFirst = false;
        }
        await this.end(batch, job.id, importId);
      });
    }
  }

  /** Ends an undo whose workers were lost: the rest can be undone by another call, and the imports behind it wait no longer. */
  @OnDead(UNDO_IMPORT_JOB)
  async giveUp(tx: EntityManager, { tenantId, payload }: DeadJob): Promise<void> {
    await this.imports.lockLine(tx, tenantId);
    const found = await this.imports.lockForUpdate(tx, tenantId, payload['importId'] as string);
    if (found?.state !== 'undoing') return;
    await this.line.end(tx, found, 'failed', UNDO_FAILED);
    const { id, undone, notUndone } = found;
    const object = { type: 'import', id };
    await recordAudit(tx, { action: 'import.undo-failed', object, tenantId, after: { undone, notUndone } });
  }

  /** Undoes some contacts; false if none is left. */
  private async undoBatch(
    tenantId: TenantId,
    importId: string,
    userId: string,
    cipher: TenantCipher,
  ): Promise<boolean> {
    return this.database.tenant(tenantId, async (tx) => {
      const found = await this.imports.lockForUpdate(tx, tenantId, importId);
      if (found?.state !== 'undoing') return false;
      await setChangeCause(tx, causedBy('import', false));
      const order = { contactId: 'ASC' } as const;
      const where = { tenantId, importId };
      const changes = await tx.find(ContactImportChange, { where, order, take: CONTACTS_A_BATCH });
      const { undone, errors, told, moved } = await new UndoBatch(found, userId, cipher).apply(tx, changes);
      await this.events.changed(tx, tenantId, told);
      await this.addresses.follow(tx, cipher, tenantId, moved);
      const notes = errors.map((error) => ({ ...error, isWarning: false }));
      await this.imports.insertNotes(tx, found, notes, found.errors + found.warnings);
      await this.imports.update(tx, found, {
        undone: found.undone + undone,
        notUndone: found.notUndone + errors.length,
        errors: found.errors + errors.length,
      });
      await tx.remove(ContactImportChange, changes);
      return changes.length === CONTACTS_A_BATCH;
    });
  }

  private async end(batch: JobBatch<unknown>, jobId: string, id: string): Promise<void> {
    const { tenantId } = batch;
    await this.database.tenant(tenantId, async (tx) => {
      await this.imports.lockLine(tx, tenantId);
      const found = await this.imports.lockForUpdate(tx, tenantId, id);
      await batch.complete(tx, [jobId]);
      if (found?.state !== 'undoing') return;
      await this.line.end(tx, found, 'undone', found.failure);
      const { undone, notUndone } = found;
      await recordAudit(tx, {
        action: 'import.undo-completed',
        object: { type: 'import', id },
        tenantId,
        after: { undone, notUndone },
      });
    });
  }
}
