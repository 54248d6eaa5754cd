import { Injectable } from '@nestjs/common';
import { type EntityManager, In, IsNull } from 'typeorm';
import { maybe, type Page, type PageRequest, TenantRows, type TenantId } from '#libs/core/persistence';
import { ReceivedAttachment } from './received-attachment.entity.js';
import type { ReadEmail, ReceivedBody } from './received-content.js';
import { ReceivedEmail } from './received-email.entity.js';
import { type ReceivedFilter, searchReceived } from './received-search.sql.js';
import { FIND_BODY, insertReceivedAttachments, listAttachments } from './received-emails.sql.js';

/** The rows of received mail and its files. */
@Injectable()
export class ReceivedEmailRepository extends TenantRows<ReceivedEmail> {
  constructor() {
    super(ReceivedEmail, 'inb');
  }

  /** Locks a message that is not read yet; null if it is, or is gone. */
  async lockUnread(tx: EntityManager, tenantId: TenantId, id: ReceivedEmail['id']): Promise<ReceivedEmail | null> {
    const where = { tenantId, id, readAt: IsNull() };
    return tx.findOne(ReceivedEmail, { where, lock: { mode: 'pessimistic_write' } });
  }

  /** Records what a message says. */
  async updateRead(
    tx: EntityManager,
    { tenantId, id }: ReceivedEmail,
    { content, body, attachments }: ReadEmail,
    readAt: Date,
  ): Promise<ReceivedAttachment[]> {
    await tx.update(ReceivedEmail, { tenantId, id }, { content, ...body, readAt });
    const rows = attachments.map((file, index) => ({ ...file, tenantId, emailId: id, index }));
    await insertReceivedAttachments(tx, rows);
    return rows;
  }

  /** The large parts of a message; null before it is read. */
  async findBody(tx: EntityManager, { tenantId, id }: ReceivedEmail): Promise<ReceivedBody | null> {
    const found = await maybe<ReceivedBody | { headers: null }>(tx, FIND_BODY, [tenantId, id]);
    return found?.headers ? found : null;
  }

  /** See {@link searchReceived}. */
  async search(
    tx: EntityManager,
    tenantId: TenantId,
    filter: ReceivedFilter,
    page: PageRequest,
  ): Promise<Page<ReceivedEmail>> {
    const { items, ...found } = await searchReceived(tx, tenantId, filter, page);
    const where = { tenantId, id: In(items.map(({ id }) => id)) };
    return {
      ...found,
      items: items.length === 0 ? [] : await tx.find(ReceivedEmail, { where, order: { id: 'DESC' } }),
    };
  }

  async listFiles(tx: EntityManager, tenantId: TenantId, emailIds: readonly string[]): Promise<ReceivedAttachment[]> {
    return listAttachments(tx, tenantId, emailIds);
  }

  async findFile(
    tx: EntityManager,
    { tenantId, id }: ReceivedEmail,
    index: number,
  ): Promise<ReceivedAttachment | null> {
    return tx.findOneBy(ReceivedAttachment, { tenantId, emailId: id, index });
  }
}
