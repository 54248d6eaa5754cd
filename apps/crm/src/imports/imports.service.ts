import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { v7 } from 'uuid';
import { auditFields } from '#libs/core/audit';
import { isUuid } from '#libs/core/http';
import { Outbox } from '#libs/core/jobs';
import { Database, type KeysetPage, type KeysetRequest, type TenantId } from '#libs/core/persistence';
import { recordTrail } from '../audit-trail.js';
import { CustomFields } from '../custom-fields/custom-fields.js';
import { inDays } from '../in-days.js';
import { TenantKeys } from '../keys/tenant-keys.js';
import type { ContactImport } from './contact-import.entity.js';
import type { ContactImportError } from './contact-import-error.entity.js';
import type { NamedImport } from './dto/import.object.js';
import { UNDO_IMPORT_JOB } from './import-jobs.js';
import { ImportLine } from './import-line.js';
import { invalidMapping, notCancelable, notFound, notUndoable, tooManyImports } from './import-problems.js';
import { sealFileKey } from './import-reader.js';
import { customKeysOf } from './upload/import-request.js';
import type { UploadedImport } from './upload/import-upload.js';
import {
  ACTIVE_STATES,
  CANCELABLE_STATES,
  type ImportState,
  MAX_WAITING,
  NO_COUNTS,
  UNDO_DAYS,
} from './import-values.js';
import { ImportRepository, type OfImport } from './import.repository.js';

export const NAME_PURPOSE = 'import file name';
const AUDITED = ['ifExists', 'isDryRun', 'stage', 'format', 'fileBytes'] as const;

/** The imports of a tenant. */
@Injectable()
export class ImportsService {
  constructor(
    private readonly database: Database,
    private readonly imports: ImportRepository,
    private readonly line: ImportLine,
    private readonly keys: TenantKeys,
    private readonly customFields: CustomFields,
    private readonly outbox: Outbox,
  ) {}

  /** Throws before a large file is received in vain. @throws Problem Conflict at the limit */
  async checkRoom(tenantId: TenantId): Promise<void> {
    await this.database.tenant(tenantId, async (tx) => {
      if ((await this.imports.countUnfinished(tx, tenantId)) >= MAX_WAITING) throw tooManyImports();
    });
  }

  /**
   * Accepts an import; it begins when no other one of the tenant runs.
   * @throws Problem Conflict at the limit, Unprocessable for a field that the tenant does not have
   */
  async create(tenantId: TenantId, authorId: string, uploaded: UploadedImport): Promise<NamedImport> {
    const cipher = await this.keys.cipherOf(tenantId);
    const contactImport = newImport(tenantId, authorId, uploaded);
    contactImport.fileName = cipher.seal(NAME_PURPOSE, uploaded.fileName);
    contactImport.sealedKey = sealFileKey(cipher, contactImport.id, uploaded.file.key);
    const created = await this.database.tenant(tenantId, async (tx) => {
      await this.imports.lockLine(tx, tenantId);
      if ((await this.imports.countUnfinished(tx, tenantId)) >= MAX_WAITING) throw tooManyImports();
      await this.checkFields(tx, contactImport);
      await this.imports.insert(tx, contactImport);
      await this.line.startNext(tx, tenantId);
      await recordTrail(tx, {
        action: 'import.created',
        object: { type: 'import', id: contactImport.id },
        tenantId,
        after: auditFields(contactImport, AUDITED),
      });
      return this.imports.find(tx, tenantId, contactImport.id);
    });
    return { contactImport: created ?? contactImport, fileName: uploaded.fileName };
  }

  async listPage(tenantId: TenantId, page: KeysetRequest): Promise<KeysetPage<NamedImport>> {
    const { items, ...rest } = await this.database.tenant(tenantId, (tx) => this.imports.listPage(tx, tenantId, page));
    return { items: await Promise.all(items.map((contactImport) => this.named(contactImport))), ...rest };
  }

  async find(tenantId: TenantId, id: string): Promise<NamedImport | null> {
    if (!isUuid(id)) return null;
    const found = await this.database.tenant(tenantId, (tx) => this.imports.find(tx, tenantId, id));
    return found && this.named(found);
  }

  async listErrors({ tenantId, id }: ContactImport): Promise<ContactImportError[]> {
    return this.database.tenant(tenantId, (tx) => this.imports.listErrors(tx, tenantId, id));
  }

  /** A page of the errors of an import for each request, in their order. */
  async listErrorPages(tenantId: TenantId, requests: readonly OfImport[]): Promise<KeysetPage<ContactImportError>[]> {
    return this.database.tenant(tenantId, (tx) => this.imports.listErrorPages(tx, tenantId, requests));
  }

  /** Ends an import; rows that are done stay. @throws Problem NotFound, Conflict if it has ended */
  async cancel(tenantId: TenantId, id: string): Promise<NamedImport> {
    const canceled = await this.database.tenant(tenantId, async (tx) => {
      await this.imports.lockLine(tx, tenantId);
      const found = await this.imports.lockForUpdate(tx, tenantId, id);
      if (!found) throw notFound();
      if (!isOneOf(CANCELABLE_STATES, found.state)) throw notCancelable();
      await this.line.end(tx, found, 'canceled');
      await recordTrail(tx, { action: 'import.canceled', object: { type: 'import', id }, tenantId });
      return this.imports.find(tx, tenantId, id);
    });
    if (!canceled) throw notFound();
    return this.named(canceled);
  }

  /** Begins to undo an import. @throws Problem NotFound, Conflict if it cannot be undone, or another import runs */
  async undo(tenantId: TenantId, userId: string, id: string): Promise<NamedImport> {
    const undoing = await this.database.tenant(tenantId, async (tx) => {
      await this.imports.lockLine(tx, tenantId);
      const found = await this.imports.lockForUpdate(tx, tenantId, id);
      if (!found) throw notFound();
      const obstacle = obstacleToUndo(found);
      if (obstacle) throw notUndoable(obstacle);
      if (await this.imports.hasActive(tx, tenantId)) throw notUndoable('Outra importação está em andamento.');
      await this.imports.update(tx, found, { state: 'undoing' });
      await this.outbox.enqueue(tx, UNDO_IMPORT_JOB, [{ tenantId, payload: { importId: id, userId } }]);
      await recordTrail(tx, { action: 'import.undone', object: { type: 'import', id }, tenantId });
      return { ...found, state: 'undoing' as const };
    });
    return this.named(undoing);
  }

  private async checkFields(tx: EntityManager, { tenantId, mapping }: ContactImport): Promise<void> {
    const known = new Set((await this.customFields.list(tx, tenantId)).map(({ key }) => key));
    const unknown = customKeysOf(mapping).find((key) => !known.has(key));
    if (unknown !== undefined) throw invalidMapping(`A conta não tem o campo ${unknown}.`);
  }

  private async named(contactImport: ContactImport): Promise<NamedImport> {
    const cipher = await this.keys.cipherOf(contactImport.tenantId);
    return { contactImport, fileName: contactImport.fileName && cipher.open(NAME_PURPOSE, contactImport.fileName) };
  }
}

function newImport(tenantId: TenantId, authorId: string, { request, file }: UploadedImport): ContactImport {
  const { reading: _, ...asked } = request;
  return {
    ...NO_COUNTS,
    ...asked,
    tenantId,
    id: v7(),
    authorId,
    state: 'waiting',
    format: file.format,
    encoding: file.encoding,
    delimiter: file.delimiter,
    fileName: null,
    fileBytes: file.bytes,
    blobHash: file.hash,
    sealedKey: null,
    total: null,
    failure: null,
    undone: 0,
    notUndone: 0,
    createdAt: new Date(),
    startedAt: null,
    finishedAt: null,
    expiresAt: inDays(UNDO_DAYS),
  };
}

function obstacleToUndo({ state, isDryRun, expiresAt, finishedAt }: ContactImport): string | undefined {
  if (isDryRun) return 'Uma simulação não muda nada.';
  if (state === 'undone') return 'A importação já foi desfeita.';
  if (state === 'undoing') return 'A importação já está sendo desfeita.';
  if (isOneOf(['waiting', ...ACTIVE_STATES], state)) return 'A importação ainda não terminou. Cancele-a antes.';
  if (!finishedAt || !expiresAt || expiresAt.getTime() <= Date.now())
    return `Uma importação só pode ser desfeita em até ${UNDO_DAYS} dias.`;
  return undefined;
}

const isOneOf = (states: readonly ImportState[], state: ImportState): boolean => states.includes(state);
