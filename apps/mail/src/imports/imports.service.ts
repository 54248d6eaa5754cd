import { setTimeout as sleep } from 'node:timers/promises';
import { Injectable } from '@nestjs/common';
import { v7 } from 'uuid';
import { recordAudit } from '#libs/core/audit';
import { invalidField, isUuid, Problem } from '#libs/core/http';
import { Outbox } from '#libs/core/jobs';
import { Database, type KeysetPage, type KeysetRequest } from '#libs/core/persistence';
import { Folder } from '../folders/folder.entity.js';
import type { Mailbox } from '../mailboxes/mailbox.entity.js';
import { MailboxRepository } from '../mailboxes/mailbox.repository.js';
import { ImportEnd } from './import-end.js';
import { RUN_MESSAGE_IMPORT_JOB } from './import-jobs.js';
import type { UploadedArchive } from './import-upload.js';
import { MAX_RUNNING } from './import-values.js';
import type { MessageImport } from './message-import.entity.js';
import { MessageImportRepository } from './message-import.repository.js';

/** How long a request waits for its import (milliseconds). */
const PATIENCE_MS = 10_000;
const FIRST_LOOK_MS = 50;
const LAST_LOOK_MS = 500;

/** Imports of messages into a mailbox. */
@Injectable()
export class ImportsService {
  constructor(
    private readonly database: Database,
    private readonly mailboxes: MailboxRepository,
    private readonly imports: MessageImportRepository,
    private readonly end: ImportEnd,
    private readonly outbox: Outbox,
  ) {}

  /** Throws before a large file is received in vain. @throws Problem Conflict at the limit */
  async checkRoom({ tenantId, id }: Mailbox): Promise<void> {
    await this.database.tenant(tenantId, async (tx) => {
      if ((await this.imports.countRunning(tx, tenantId, id)) >= MAX_RUNNING) throw tooMany();
    });
  }

  /** @throws Problem NotFound, Conflict at the limit, ValidationError for a folder that takes no imports */
  async create({ tenantId, id: mailboxId }: Mailbox, authorId: string, file: UploadedArchive): Promise<MessageImport> {
    return this.database.tenant(tenantId, async (tx) => {
      const mailbox = await this.mailboxes.lockForUpdate(tx, tenantId, mailboxId);
      if (!mailbox || mailbox.removedAt) throw new Problem('NotFound');
      if ((await this.imports.countRunning(tx, tenantId, mailboxId)) >= MAX_RUNNING) throw tooMany();
      if (file.folderId) {
        const folder = await tx.findOneBy(Folder, { tenantId, mailboxId, id: file.folderId });
        if (!folder || folder.kind === 'drafts' || folder.kind === 'quarantine') throw invalidFolder();
      }
      const created = await this.imports.insert(tx, newImport(mailbox, authorId, file));
      const importId = created.id;
      await this.outbox.enqueue(tx, RUN_MESSAGE_IMPORT_JOB, [{ tenantId, payload: { importId } }]);
      const after = { mailboxId, format: file.format, bytes: file.bytes };
      const object = { type: 'message-import', id: importId };
      await recordAudit(tx, { action: 'message-import.created', object, tenantId, after });
      return created;
    });
  }

  /** The import when it has ended, or as it is after ten seconds, or when nobody waits any more. */
  async waitFor({ tenantId, id }: MessageImport, isAwaited: () => boolean): Promise<MessageImport> {
    const until = performance.now() + PATIENCE_MS;
    for (let interval = FIRST_LOOK_MS; ; interval = Math.min(LAST_LOOK_MS, interval * 2)) {
      const found = await this.database.tenant(tenantId, (tx) => this.imports.find(tx, tenantId, id));
      // With its mailbox.
      if (!found) throw new Problem('NotFound');
      if (found.state !== 'running' || performance.now() > until || !isAwaited()) return found;
      await sleep(interval);
    }
  }

  /** @throws Problem NotFound */
  async get({ tenantId, id: mailboxId }: Mailbox, id: string): Promise<MessageImport> {
    if (!isUuid(id)) throw new Problem('NotFound');
    const found = await this.database.tenant(tenantId, (tx) => this.imports.findOf(tx, tenantId, mailboxId, id));
    if (!found) throw new Problem('NotFound');
    return found;
  }

  /** Newest first. */
  async listPage({ tenantId, id }: Mailbox, page: KeysetRequest): Promise<KeysetPage<MessageImport>> {
    return this.database.tenant(tenantId, (tx) => this.imports.listPage(tx, tenantId, id, page));
  }

  /** Ends an import; what it has imported stays. @throws Problem NotFound, Conflict if it has ended */
  async cancel(mailbox: Mailbox, id: string): Promise<MessageImport> {
    const { tenantId } = await this.get(mailbox, id);
    return this.database.tenant(tenantId, async (tx) => {
      const found = await this.imports.lockForUpdate(tx, tenantId, id);
      if (!found) throw new Problem('NotFound');
      if (found.state !== 'running') throw new Problem('Conflict', { message: 'The import has ended' });
      return this.end.end(tx, found, 'canceled');
    });
  }
}

function newImport({ tenantId, id: mailboxId }: Mailbox, authorId: string, file: UploadedArchive): MessageImport {
  return {
    tenantId,
    id: v7(),
    mailboxId,
    authorId,
    state: 'running',
    format: file.format,
    fileBytes: file.bytes,
    blobHash: file.hash,
    folderId: file.folderId,
    entry: 0,
    entryOffset: 0,
    readBytes: 0,
    total: 0,
    imported: 0,
    skipped: 0,
    errors: 0,
    failures: [],
    failure: null,
    createdAt: new Date(),
    finishedAt: null,
  };
}

const tooMany = (): Problem =>
  new Problem('Conflict', { message: `A mailbox has at most ${MAX_RUNNING} imports at a time` });
const invalidFolder = (): Problem =>
  invalidField('ValidationError', 'folder_id', 'must be a folder of the mailbox, neither drafts nor quarantine');
