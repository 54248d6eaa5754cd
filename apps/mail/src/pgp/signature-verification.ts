import { Injectable } from '@nestjs/common';
import { Gate } from '#libs/core/outbound';
import { Problem } from '#libs/core/http';
import { findSigned, verifySigned } from '#libs/mail/pgp';
import { Database } from '#libs/core/persistence';
import { Blobs } from '#libs/core/storage';
import type { Mailbox } from '../mailboxes/mailbox.entity.js';
import { MessagesService } from '../messages/messages.service.js';
import type { PgpKey } from './pgp-key.entity.js';
import { PgpKeyRepository } from './pgp-key.repository.js';

/** Number of keys of an address that are tried, the newest first; each may cost a reading of the message. */
const KEYS_TRIED = 10;
/** Messages that are read at a time; the others wait. */
const AT_ONCE = 4;
const PATIENCE_MS = 10_000;

/** Verifies signatures of messages with the keys that a mailbox has for their senders. */
@Injectable()
export class SignatureVerification {
  private readonly places = new Gate(AT_ONCE);

  constructor(
    private readonly database: Database,
    private readonly keys: PgpKeyRepository,
    private readonly messages: MessagesService,
    private readonly blobs: Blobs,
  ) {}

  /**
   * The fingerprint of the key by which the address in From signed the message; null without such a signature.
   * @throws Problem NotFound, ServiceUnavailable if too many wait; StorageUnavailable
   */
  async verify(mailbox: Mailbox, messageId: string): Promise<string | null> {
    const { tenantId } = mailbox;
    const { from, blobHash } = await this.messages.get(mailbox, messageId);
    const keys = from ? await this.listKeys(mailbox, from.address.toLowerCase()) : [];
    if (keys.length === 0) return null;
    if (!(await this.places.acquire(PATIENCE_MS))) {
      throw new Problem('ServiceUnavailable', { headers: { 'Retry-After': '10' } });
    }
    try {
      const signed = await findSigned(() => this.blobs.read(tenantId, blobHash));
      if (!signed) return null;
      const armored = keys.map(({ publicKey }) => publicKey);
      return await verifySigned(signed, armored);
    } finally {
      this.places.release();
    }
  }

  private listKeys({ tenantId, id }: Mailbox, email: string): Promise<PgpKey[]> {
    return this.database.tenant(tenantId, (tx) => this.keys.listByEmail(tx, tenantId, id, email, KEYS_TRIED));
  }
}
