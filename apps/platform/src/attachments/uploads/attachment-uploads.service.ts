import { Injectable } from '@nestjs/common';
import { In, type EntityManager } from 'typeorm';
import { Problem } from '#libs/core/http';
import { Database, type Id, isId, lockKey, newId, type SqlExecutor, type TenantId } from '#libs/core/persistence';
import { deleteUpload, heldUploads } from './attachment-uploads.sql.js';
import { AttachmentUpload } from './attachment-upload.entity.js';

/** Time in which sends may name an upload. */
const USABLE_MS = 86_400_000;
const MAX_UPLOADS = 1_000;
/** Bytes of the uploads of an account together: 5 GiB. */
const MAX_BYTES = 5_368_709_120;

export type NewUpload = Pick<AttachmentUpload, 'fileName' | 'contentType' | 'hash' | 'bytes'>;

/** Files that a tenant has uploaded to attach them. */
@Injectable()
export class AttachmentUploads {
  constructor(private readonly database: Database) {}

  /** @throws Problem Conflict if the account has as many uploads as it may have */
  async requireRoom(tenantId: TenantId): Promise<void> {
    await this.database.tenant(tenantId, (tx) => requireRoom(tx, tenantId, 0));
  }

  /** Keeps a file that is stored. @throws Problem Conflict if the account has no room for it */
  async create(tenantId: TenantId, upload: NewUpload): Promise<AttachmentUpload> {
    const created = { ...upload, tenantId, id: newId('att'), createdAt: new Date() };
    await this.database.tenant(tenantId, async (tx) => {
      await lockKey(tx, 'attachment uploads', tenantId);
      await requireRoom(tx, tenantId, upload.bytes);
      await tx.insert(AttachmentUpload, created);
    });
    return created;
  }

  /** The uploads with these ids, by id; one that does not exist, or whose time is over, is left out. */
  async listUsable(
    tenantId: TenantId,
    ids: readonly string[],
    now = new Date(),
  ): Promise<Map<string, AttachmentUpload>> {
    const valid = [...new Set(ids)].filter((id) => isId('att', id));
    if (valid.length === 0) return new Map();
    const uploads = await this.database.tenant(tenantId, (tx) => listByIds(tx, tenantId, valid));
    return new Map(uploads.filter((upload) => expiresAt(upload) > now).map((upload) => [upload.id, upload]));
  }

  /** @throws Problem NotFound, also when its time is over */
  async get(tenantId: TenantId, id: string): Promise<AttachmentUpload> {
    const upload = (await this.listUsable(tenantId, [id])).get(id as Id<'att'>);
    if (!upload) throw new Problem('NotFound');
    return upload;
  }

  /** @throws Problem NotFound, also when its time is over */
  async delete(tenantId: TenantId, id: string): Promise<void> {
    await this.get(tenantId, id);
    const isDeleted = await this.database.tenant(tenantId, (tx) => deleteUpload(tx, tenantId, id));
    if (!isDeleted) throw new Problem('NotFound');
  }
}

/** The time after which no send may name it. */
export const expiresAt = ({ createdAt }: Pick<AttachmentUpload, 'createdAt'>): Date =>
  new Date(createdAt.getTime() + USABLE_MS);

const listByIds = (tx: EntityManager, tenantId: TenantId, ids: readonly string[]): Promise<AttachmentUpload[]> =>
  tx.findBy(AttachmentUpload, { tenantId, id: In(ids) });

async function requireRoom(tx: SqlExecutor, tenantId: TenantId, bytes: number): Promise<void> {
  const held = await heldUploads(tx, tenantId);
  if (held.uploads < MAX_UPLOADS && Number(held.bytes) + bytes <= MAX_BYTES) return;
  throw new Problem('Conflict', {
    message: `An account has at most ${MAX_UPLOADS} uploaded files of ${MAX_BYTES} bytes in all; each is deleted a day after its upload`,
  });
}
