import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { recordAudit } from '#libs/audit';
import { MailDomain } from '../domains/mail-domain.entity.js';
import { toLocalPart } from './local-part.js';
import { DEFAULT_QUOTA_BYTES, MAX_AUTOMATIC_MAILBOXES, MAX_MAILBOXES_OF_DOMAIN } from './mailbox-values.js';
import type { Mailbox } from './mailbox.entity.js';
import { MailboxRepository } from './mailbox.repository.js';

/** The mailboxes of a tenant. */
@Injectable()
export class MailboxesService {
  constructor(private readonly mailboxes: MailboxRepository) {}

  /**
   * Makes a mailbox for mail that came to an address without one, or finds the one that other mail made meanwhile. Null if
   * the address is not valid or that of a removed mailbox, or the domain has as many mailboxes as it may.
   */
  async createAutomatic(tx: EntityManager, domain: MailDomain, localPart: string): Promise<Mailbox | null> {
    const { tenantId } = domain;
    const name = toLocalPart(localPart, domain.name);
    if (name === null) return null;
    const locked = await lockDomain(tx, domain);
    if (!locked) return null;
    const [all, automatic] = [
      await this.mailboxes.count(tx, tenantId, domain.id),
      await this.mailboxes.count(tx, tenantId, domain.id, 'automatic'),
    ];
    const isFull = all >= MAX_MAILBOXES_OF_DOMAIN || automatic >= MAX_AUTOMATIC_MAILBOXES;
    const values = {
      localPart: name,
      displayName: name,
      origin: 'automatic',
      quotaBytes: DEFAULT_QUOTA_BYTES,
    } as const;
    const mailbox = isFull ? null : await this.mailboxes.insert(tx, locked, values);
    if (!mailbox) return this.mailboxes.findLive(tx, tenantId, `${name}@${domain.name}`);
    await recordAudit(tx, {
      action: 'mailbox.created',
      object: { type: 'mailbox', id: mailbox.id },
      tenantId,
      after: { address: mailbox.address, origin: mailbox.origin },
    });
    return mailbox;
  }
}

/** Makes mailboxes of a domain come one after the other. Null if the domain is removed. */
async function lockDomain(
  tx: EntityManager,
  { tenantId, id }: Pick<MailDomain, 'tenantId' | 'id'>,
): Promise<MailDomain | null> {
  const domain = await tx.findOne(MailDomain, { where: { tenantId, id }, lock: { mode: 'for_no_key_update' } });
  return domain && !domain.removedAt ? domain : null;
}
