import { Injectable } from '@nestjs/common';
import { CredentialReader } from '#libs/core/auth';
import { isEmailAddress } from '#libs/core/http';
import { Database } from '#libs/core/persistence';
import { DomainDirectory } from '../domains/domain-directory.js';
import { Members } from '../mailboxes/grants/members.js';
import { MailboxGrantRepository } from '../mailboxes/grants/mailbox-grant.repository.js';
import { includesRole } from '../mailboxes/mailbox-values.js';
import type { Mailbox } from '../mailboxes/mailbox.entity.js';
import { MailboxRepository } from '../mailboxes/mailbox.repository.js';
import { hashAppPassword } from './app-password-secret.js';
import type { AppPassword } from './app-password.entity.js';
import { AppPasswordRepository } from './app-password.repository.js';

/** A login that is allowed to send from a mailbox. */
export interface AppLogin {
  mailbox: Mailbox;
  password: AppPassword;
}

/** Verifies app passwords. Nothing of it is cached: what is revoked fails at the next call. */
@Injectable()
export class AppPasswordLogin {
  constructor(
    private readonly database: Database,
    private readonly domains: DomainDirectory,
    private readonly mailboxes: MailboxRepository,
    private readonly passwords: AppPasswordRepository,
    private readonly grants: MailboxGrantRepository,
    private readonly members: Members,
    private readonly credentials: CredentialReader,
  ) {}

  /**
   * Null unless the secret is one of the address, whose domain is verified and whose tenant may send.
   * @throws DatabaseUnavailable, Problem ServiceUnavailable
   */
  async verify(address: string, secret: string): Promise<AppLogin | null> {
    const name = address.toLowerCase();
    if (!isEmailAddress(name)) return null;
    const domain = await this.domains.findVerified(name.slice(name.lastIndexOf('@') + 1));
    if (!domain) return null;
    const { tenantId } = domain;
    const found = await this.database.tenant(tenantId, async (tx) => {
      const mailbox = await this.mailboxes.findLive(tx, tenantId, name);
      const hash = hashAppPassword(secret);
      const password = mailbox && (await this.passwords.findByHash(tx, tenantId, mailbox.id, hash));
      return mailbox && password ? { mailbox, password } : null;
    });
    if (!found || !(await this.isAllowed(found))) return null;
    await this.database.tenant(tenantId, (tx) => this.passwords.markUsed(tx, found.password));
    return found;
  }

  /** Whether a login that was verified is still allowed. */
  async isStillValid({ mailbox, password }: AppLogin): Promise<boolean> {
    const { tenantId } = mailbox;
    const [live, known] = await this.database.tenant(tenantId, async (tx) => [
      await this.mailboxes.findLive(tx, tenantId, mailbox.address),
      await this.passwords.find(tx, tenantId, mailbox.id, password.id),
    ]);
    return live?.id === mailbox.id && known !== null && (await this.isAllowed({ mailbox, password }));
  }

  /** Whether the tenant may send and the user of the password may, too. */
  private async isAllowed({ mailbox: { tenantId, id }, password: { userId } }: AppLogin): Promise<boolean> {
    const tenant = await this.credentials.read('tenant', tenantId);
    if (!tenant || tenant.status === 'suspended' || !tenant.products.includes('mail')) return false;
    if (!(await this.members.find(tenantId, userId))) return false;
    const grant = await this.database.tenant(tenantId, (tx) => this.grants.find(tx, tenantId, id, userId));
    return grant !== null && includesRole(grant.role, 'sender');
  }
}
