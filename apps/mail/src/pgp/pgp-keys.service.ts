import { Injectable } from '@nestjs/common';
import { recordAudit } from '#libs/core/audit';
import { invalidField, isUuid, Problem } from '#libs/core/http';
import { InvalidPublicKey, type PublicKeyInfo, readPublicKey } from '#libs/mail/pgp';
import { Database } from '#libs/core/persistence';
import type { Mailbox } from '../mailboxes/mailbox.entity.js';
import { MailboxRepository } from '../mailboxes/mailbox.repository.js';
import type { PgpKey } from './pgp-key.entity.js';
import { PgpKeyRepository } from './pgp-key.repository.js';

/** Limit for a mailbox. */
export const MAX_PGP_KEYS = 500;

export interface GivenPgpKey {
  email: string;
  publicKey: string;
  isOwn: boolean;
}

/** The public keys of a mailbox. */
@Injectable()
export class PgpKeysService {
  constructor(
    private readonly database: Database,
    private readonly mailboxes: MailboxRepository,
    private readonly keys: PgpKeyRepository,
  ) {}

  /** Newest first. */
  async list({ tenantId, id }: Mailbox): Promise<PgpKey[]> {
    return this.database.tenant(tenantId, (tx) => this.keys.list(tx, tenantId, id, MAX_PGP_KEYS));
  }

  /** @throws Problem ValidationError for a key that is not usable, Conflict for one that is there and at the limit */
  async create({ tenantId, id: mailboxId }: Mailbox, { email, publicKey, isOwn }: GivenPgpKey): Promise<PgpKey> {
    const read = await readOrReject(publicKey);
    const { armored, fingerprint, expiresAt } = read;
    const address = email.toLowerCase();
    const values = { mailboxId, email: address, fingerprint, publicKey: armored, isOwn, expiresAt };
    const userId = userIdFor(address, read);
    return this.database.tenant(tenantId, async (tx) => {
      // One after the other, so that neither the limit nor the uniqueness is passed by two at once.
      const mailbox = await this.mailboxes.lockForUpdate(tx, tenantId, mailboxId);
      if (!mailbox || mailbox.removedAt) throw new Problem('NotFound');
      if (await this.keys.exists(tx, tenantId, mailboxId, fingerprint)) throw duplicate();
      if ((await this.keys.count(tx, tenantId, mailboxId)) >= MAX_PGP_KEYS) throw tooMany();
      const key = await this.keys.insert(tx, tenantId, { ...values, userId });
      const after = { mailboxId, email: address, fingerprint };
      await recordAudit(tx, { action: 'pgp-key.created', object: { type: 'pgp-key', id: key.id }, tenantId, after });
      return key;
    });
  }

  /** @throws Problem NotFound */
  async delete({ tenantId, id: mailboxId }: Mailbox, id: string): Promise<void> {
    if (!isUuid(id)) throw new Problem('NotFound');
    await this.database.tenant(tenantId, async (tx) => {
      const key = await this.keys.delete(tx, tenantId, mailboxId, id);
      if (!key) throw new Problem('NotFound');
      const before = { mailboxId, email: key.email, fingerprint: key.fingerprint };
      await recordAudit(tx, { action: 'pgp-key.deleted', object: { type: 'pgp-key', id }, tenantId, before });
    });
  }
}

async function readOrReject(publicKey: string): Promise<PublicKeyInfo> {
  try {
    return await readPublicKey(publicKey);
  } catch (error) {
    if (!(error instanceof InvalidPublicKey)) throw error;
    throw invalidField('ValidationError', 'public_key', error.message, { cause: error });
  }
}

const userIdFor = (address: string, { userIds }: PublicKeyInfo): string =>
  (userIds.find(({ email }) => email === address) ?? userIds[0])?.text ?? '';

const duplicate = (): Problem => new Problem('Conflict', { message: 'The mailbox has this key already' });
const tooMany = (): Problem => new Problem('Conflict', { message: `A mailbox has at most ${MAX_PGP_KEYS} keys` });
