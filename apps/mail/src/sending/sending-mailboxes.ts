import { Injectable } from '@nestjs/common';
import { currentPrincipal, currentSessionIfAny, currentTenantId } from '#libs/core/auth';
import type { Mailbox as Address } from '#libs/mail/email';
import { Problem } from '#libs/core/http';
import { Database, GroupCommitter, type TenantId } from '#libs/core/persistence';
import { MailConfig } from '../config.js';
import { MailDomain } from '../domains/mail-domain.entity.js';
import { IdentitiesService } from '../identities/identities.service.js';
import { MailboxAccess } from '../mailboxes/mailbox-access.js';
import { withoutTag } from '../mailboxes/local-part.js';
import type { Mailbox } from '../mailboxes/mailbox.entity.js';
import { isTestAddress } from './message-draft.js';
import { findSenders, type SenderAddress, type SenderMailbox } from './sender.sql.js';
import type { Sending } from './sending.service.js';

/** A mailbox with the name of its domain. */
export interface SendingMailbox {
  id: string;
  address: string;
  domainId: string;
  /** The name of the sender's domain. */
  domain: string;
}

/** A sender who may send from the mailbox if its domain may. */
interface KnownSender {
  tenantId: TenantId;
  mailbox: Omit<SendingMailbox, 'domain'>;
  from: { address: string; name: string };
  replyTo: string | null;
  domain: { id: string; name: string; isVerified: boolean };
}

/** Addresses that are looked up by one statement at most. */
const LOOKED_UP_AT_ONCE = 100;

/** Finds the mailbox that a message is sent from, and whether the current principal may. */
@Injectable()
export class SendingMailboxes {
  /** Look-ups that arrive during one share the next. */
  private readonly lookups: GroupCommitter<SenderAddress, SenderMailbox | undefined>;

  constructor(
    private readonly database: Database,
    private readonly access: MailboxAccess,
    private readonly identities: IdentitiesService,
    private readonly config: MailConfig,
  ) {
    this.lookups = new GroupCommitter((addresses) => this.find(addresses), {
      maxItems: LOOKED_UP_AT_ONCE,
      failsWholeGroup: () => true,
    });
  }

  /**
   * Finds the mailbox with the address of `from`, as a sender.
   * @throws Problem CaixaRemetenteInexistente if the tenant has none; InsufficientScope if the user may not send from it
   */
  async byAddress(from: Address): Promise<Sending> {
    const tenantId = currentTenantId();
    const address = from.address.toLowerCase();
    const sender = (await this.lookups.submit({ tenantId, address })) ?? (await this.findUntagged(tenantId, address));
    if (!sender) throw new Problem('CaixaRemetenteInexistente');
    // A key may send from every mailbox of its tenant, and the route has checked its scope.
    if (currentSessionIfAny()) await this.authorize(sender.id);
    const { id, domainId, domain, isVerified, displayName, replyTo } = sender;
    return this.sendingOf({
      tenantId,
      mailbox: { id, address: sender.address, domainId },
      from: { address, name: from.name ?? displayName },
      replyTo,
      domain: { id: domainId, name: domain, isVerified },
    });
  }

  /**
   * Makes a sender of a mailbox that the principal may send from, as itself or one of its identities.
   * @throws Problem CaixaRemetenteInexistente if the mailbox may not send as it, or its domain is not verified
   */
  async sendingFrom(mailbox: Mailbox, from?: Pick<Address, 'address' | 'name'>): Promise<Sending> {
    const { tenantId, id } = mailbox;
    const { address, name, replyTo, domainId } = await this.identities.senderOf(mailbox, from);
    const domain = await this.database.tenant(tenantId, (tx) => tx.findOneBy(MailDomain, { tenantId, id: domainId }));
    if (!domain || domain.removedAt) throw new Problem('CaixaRemetenteInexistente');
    return this.sendingOf({
      tenantId,
      mailbox: { id, address: mailbox.address, domainId: mailbox.domainId },
      from: { address, name },
      replyTo,
      domain: { id: domainId, name: domain.name, isVerified: domain.verifiedAt !== null },
    });
  }

  /** @throws Problem CaixaRemetenteInexistente if the domain is not verified */
  private sendingOf({ tenantId, mailbox, from, replyTo, domain }: KnownSender): Sending {
    const principal = currentPrincipal();
    const isTest = principal?.kind === 'key' ? principal.environment === 'test' : !this.config.isProduction;
    if (!domain.isVerified && !(isTest && isTestAddress(from.address))) throw notVerified(domain.name);
    return {
      tenantId,
      mailbox: { ...mailbox, domain: domain.name },
      from: { ...from, smtpUtf8: false },
      replyTo,
      signingDomainId: domain.id === mailbox.domainId ? null : domain.id,
      isTest,
      onlyTestAddresses: isTest || !this.config.isProduction,
    };
  }

  /** The mailbox that has an address without its tag. */
  private async findUntagged(tenantId: TenantId, address: string): Promise<SenderMailbox | undefined> {
    const untagged = withoutTag(address);
    return untagged === address ? undefined : this.lookups.submit({ tenantId, address: untagged });
  }

  private find(addresses: readonly SenderAddress[]): Promise<(SenderMailbox | undefined)[]> {
    const tenantIds = [...new Set(addresses.map(({ tenantId }) => tenantId))];
    return this.database.tenants(tenantIds, (tx) => findSenders(tx, addresses));
  }

  /** A mailbox without a grant is as good as none. */
  private async authorize(mailboxId: string): Promise<void> {
    try {
      await this.access.authorize(mailboxId, 'sender');
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
