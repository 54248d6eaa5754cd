import { Injectable } from '@nestjs/common';
import { type EntityManager, IsNull, Not } from 'typeorm';
import { domainOf } from '#libs/mail/email';
import { Database } from '#libs/core/persistence';
import type { AppLogin } from '../app-passwords/app-password-login.js';
import { MailDomain } from '../domains/mail-domain.entity.js';
import { IdentityRepository } from '../identities/identity.repository.js';
import { withoutTag } from '../mailboxes/local-part.js';
import { MailboxGrantRepository } from '../mailboxes/grants/mailbox-grant.repository.js';
import { includesRole } from '../mailboxes/mailbox-values.js';
import { MailboxRepository } from '../mailboxes/mailbox.repository.js';

/** An address that a login may write as. */
export interface SubmissionSender {
  /** The domain whose keys sign, if it is not that of the mailbox. */
  signingDomainId: string | null;
}

/**
 * The addresses as which a login may write, the same as by the API: that of its mailbox and its identities, each with any tag. The address of
 * another mailbox takes the role sender in that one too.
 */
@Injectable()
export class SubmissionSenders {
  constructor(
    private readonly database: Database,
    private readonly mailboxes: MailboxRepository,
    private readonly identities: IdentityRepository,
    private readonly grants: MailboxGrantRepository,
  ) {}

  /** Null for an address of others. @throws DatabaseUnavailable */
  async find(login: AppLogin, given: string): Promise<SubmissionSender | null> {
    const address = given.toLowerCase();
    if (address === login.mailbox.address) return { signingDomainId: null };
    return this.database.tenant(login.mailbox.tenantId, async (tx) => {
      const exact = await this.findIdentity(tx, login, address);
      if (exact) return exact;
      const untagged = withoutTag(address);
      // A mailbox may have a plus in its name: then that is its address, and no tag of another one.
      if (untagged === address || (await this.mailboxes.findLive(tx, login.mailbox.tenantId, address))) return null;
      return untagged === login.mailbox.address ? { signingDomainId: null } : this.findIdentity(tx, login, untagged);
    });
  }

  private async findIdentity(tx: EntityManager, login: AppLogin, address: string): Promise<SubmissionSender | null> {
    const { tenantId, id, domainId } = login.mailbox;
    if (!(await this.identities.findByAddress(tx, tenantId, id, address))) return null;
    const where = { tenantId, name: domainOf(address), verifiedAt: Not(IsNull()), removedAt: IsNull() };
    const domain = await tx.findOneBy(MailDomain, where);
    const other = await this.mailboxes.findLive(tx, tenantId, address);
    const grant = other && (await this.grants.find(tx, tenantId, other.id, login.password.userId));
    const mayUse = !other || other.id === id || (grant && includesRole(grant.role, 'sender'));
    return domain && mayUse ? { signingDomainId: domain.id === domainId ? null : domain.id } : null;
  }
}
