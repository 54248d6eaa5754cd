import { Injectable } from '@nestjs/common';
import { currentPrincipal, currentTenantId } from '#libs/auth';
import type { Mailbox as Address } from '#libs/email';
import { Problem } from '#libs/http';
import { Database } from '#libs/persistence';
import { MailConfig } from '../config.js';
import { MailDomain } from '../domains/mail-domain.entity.js';
import { IdentitiesService } from '../identities/identities.service.js';
import { MailboxAccess } from '../mailboxes/mailbox-access.js';
import type { Mailbox } from '../mailboxes/mailbox.entity.js';
import { MailboxRepository } from '../mailboxes/mailbox.repository.js';
import { isTestAddress } from './message-draft.js';
import type { Sending } from './sending.service.js';

/** A mailbox with the name of its domain. */
export interface SendingMailbox {
  id: string;
  address: string;
  domain: string;
}

/** Finds the mailbox that a message is sent from, and whether the current principal may. */
@Injectable()
export class SendingMailboxes {
  constructor(
    private readonly database: Database,
    private readonly mailboxes: MailboxRepository,
    private readonly access: MailboxAccess,
    private readonly identities: IdentitiesService,
    private readonly config: MailConfig,
  ) {}

  /**
   * From the mailbox with the address of `from`.
   * @throws Problem CaixaRemetenteInexistente if the tenant has none; InsufficientScope if the user may not send from it
   */
  async byAddress(from: Address): Promise<Sending> {
    const tenantId = currentTenantId();
    const address = from.address.toLowerCase();
    const mailbox = await this.database.tenant(tenantId, (tx) => this.mailboxes.findLive(tx, tenantId, address));
    if (!mailbox) throw new Problem('CaixaRemetenteInexistente');
    return this.sendingFrom(await this.authorize(mailbox), { ...from, address });
  }

  /**
   * From a mailbox that the principal may send from, as itself or one of its identities.
   * @throws Problem CaixaRemetenteInexistente if the mailbox may not send as it, or its domain is not verified
   */
  async sendingFrom(mailbox: Mailbox, from?: Pick<Address, 'address' | 'name'>): Promise<Sending> {
    const { tenantId, id } = mailbox;
    const { address, name, replyTo, domainId } = await this.identities.senderOf(mailbox, from);
    const principal = currentPrincipal();
    const isTest = principal?.kind === 'key' ? principal.environment === 'test' : !this.config.isProduction;
    const domain = await this.database.tenant(tenantId, (tx) => tx.findOneBy(MailDomain, { tenantId, id: domainId }));
    if (!domain || domain.removedAt) throw new Problem('CaixaRemetenteInexistente');
    if (!domain.verifiedAt && !(isTest && isTestAddress(address))) throw notVerified(domain.name);
    return {
      tenantId,
      mailbox: { id, address: mailbox.address, domain: domain.name },
      from: { address, name, smtpUtf8: false },
      replyTo,
      signingDomainId: domainId === mailbox.domainId ? null : domainId,
      isTest,
      onlyTestAddresses: isTest || !this.config.isProduction,
    };
  }

  /** A mailbox without a grant is as good as none. */
  private async authorize(mailbox: Mailbox): Promise<Mailbox> {
    try {
      return await this.access.authorize(mailbox.id, 'sender');
    } catch (error) {
      if (error instanceof Problem && error.code === 'NotFound') throw new Problem('CaixaRemetenteInexistente');
      throw error;
    }
  }
}

function notVerified(domain: string): Problem {
  return new Problem('CaixaRemetenteInexistente', {
    message: `The domain ${domain} is not verified yet: publish its records, then verify it.`,
  });
}
