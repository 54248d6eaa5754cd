import { Injectable } from '@nestjs/common';
import { Every } from '#libs/core/jobs';
import { Database, type TenantId } from '#libs/core/persistence';
import { Blobs } from '#libs/core/storage';
import { ContactImportChange } from './undo/contact-import-change.entity.js';
import type { ContactImport } from './contact-import.entity.js';
import { ImportLine } from './import-line.js';
import { KEPT_DAYS } from './import-values.js';
import { ImportRepository } from './import.repository.js';

const HOUR_MS = 3_600_000;
const AT_ONCE = 100;

/** Deletes what imports no longer need. */
@Injectable()
export class ImportRetention {
  constructor(
    private readonly database: Database,
    private readonly imports: ImportRepository,
    private readonly line: ImportLine,
    private readonly blobs: Blobs,
  ) {}

  /** Deletes undo data and unread files after seven days, and imports a year after their end. */
  @Every({ every: HOUR_MS, lock: 'import retention' })
  async deleteExpired(signal?: AbortSignal): Promise<void> {
    await everything(signal, async () => {
      const expired = await this.database.system((tx) => this.imports.listExpired(tx, AT_ONCE));
      for (const { tenantId, id } of expired) await this.expire(tenantId, id);
      return expired.length;
    });
    await everything(signal, () => this.database.system((tx) => this.imports.deleteFinished(tx, KEPT_DAYS, AT_ONCE)));
  }

  /** Deletes stored files to which no import refers. */
  @Every({ every: HOUR_MS, lock: 'blob sweep' })
  async sweepFiles(): Promise<void> {
    await this.blobs.sweep();
  }

  private async expire(tenantId: TenantId, id: string): Promise<void> {
    await this.database.tenant(tenantId, async (tx) => {
      await this.imports.lockLine(tx, tenantId);
      const found = await this.imports.lockForUpdate(tx, tenantId, id);
      if (!found?.expiresAt || found.expiresAt.getTime() > Date.now()) return;
      if (!hasEnded(found)) await this.line.end(tx, found, 'failed', 'A importação não terminou em sete dias.');
      await tx.delete(ContactImportChange, { tenantId, importId: id });
      await this.imports.update(tx, found, { expiresAt: null });
    });
  }
}

const hasEnded = ({ finishedAt }: ContactImport): boolean => finishedAt !== null;

/** Repeats work that deletes some at a time, until it finds less than that. */
async function everything(signal: AbortSignal | undefined, work: () => Promise<number>): Promise<void> {
  for (;;) {
    const count = await work();
    if (count < AT_ONCE || signal?.aborted) return;
  }
}
