import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { recordAudit } from '#libs/core/audit';
import { Problem } from '#libs/core/http';
import { Database } from '#libs/core/persistence';
import { Blobs } from '#libs/core/storage';
import type { Mailbox } from '../mailboxes/mailbox.entity.js';
import { MailboxRepository } from '../mailboxes/mailbox.repository.js';
import { AvatarEncoder } from './avatar-encoder.js';

/** Well above a PNG of 256 by 256 pixels. */
const STORED_MAX_BYTES = 1024 * 1024;

/** The pictures of mailboxes. */
@Injectable()
export class AvatarsService {
  constructor(
    private readonly database: Database,
    private readonly mailboxes: MailboxRepository,
    private readonly blobs: Blobs,
    private readonly encoder: AvatarEncoder,
  ) {}

  /** The PNG. @throws Problem NotFound without a picture */
  async read({ tenantId, avatarHash }: Mailbox): Promise<Buffer> {
    if (!avatarHash) throw new Problem('NotFound');
    return this.blobs.readAll(tenantId, avatarHash, STORED_MAX_BYTES);
  }

  /** @throws Problem ValidationError, NotFound for a mailbox that was removed meanwhile */
  async set(mailbox: Mailbox, content: Buffer): Promise<Mailbox> {
    const png = await this.encoder.encode(content);
    const { hash } = await this.blobs.write(mailbox.tenantId, [png], STORED_MAX_BYTES);
    return this.change(mailbox, hash);
  }

  /** @throws Problem NotFound without a picture */
  async delete(mailbox: Mailbox): Promise<void> {
    if (!mailbox.avatarHash) throw new Problem('NotFound');
    await this.change(mailbox, null);
  }

  private async change({ tenantId, id }: Mailbox, avatarHash: string | null): Promise<Mailbox> {
    return this.database.tenant(tenantId, async (tx) => {
      const mailbox = await this.mailboxes.lockForUpdate(tx, tenantId, id);
      if (!mailbox || mailbox.removedAt) throw new Problem('NotFound');
      if (mailbox.avatarHash === avatarHash) return mailbox;
      const changed = await this.mailboxes.update(tx, mailbox, { avatarHash });
      await audit(tx, mailbox, avatarHash);
      return changed;
    });
  }
}

async function audit(tx: EntityManager, { tenantId, id, avatarHash }: Mailbox, after: string | null): Promise<void> {
  await recordAudit(tx, {
    action: 'mailbox.changed',
    object: { type: 'mailbox', id },
    tenantId,
    before: { avatarHash },
    after: { avatarHash: after },
  });
}
