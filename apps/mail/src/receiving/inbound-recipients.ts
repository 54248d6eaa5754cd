import { domainToASCII } from 'node:url';
import { Injectable } from '@nestjs/common';
import { LRUCache } from 'lru-cache';
import { isRewritten, SmtpRejection } from '#libs/mail/email';
import { Database, GroupCommitter } from '#libs/core/persistence';
import { MailConfig } from '../config.js';
import { DomainDirectory } from '../domains/domain-directory.js';
import type { MailDomain } from '../domains/mail-domain.entity.js';
import { isRequiredAddress } from '../mailboxes/local-part.js';
import { isReportAddress } from '../domains/records/report-addresses.js';
import { type RecentMailbox, RecentMailboxes } from '../mailboxes/recent-mailboxes.js';
import { MailboxesService } from '../mailboxes/mailboxes.service.js';
import type { Mailbox } from '../mailboxes/mailbox.entity.js';
import { ReturnPaths } from './return-paths.js';
import { addressOf, findReceiving, type ReceivingMailbox, type ReceivingQuestion } from './receiving-mailboxes.sql.js';

/** Addresses whose mailboxes are looked up by one statement at most. */
const LOOKED_UP_AT_ONCE = 100;

const NAMED_MAX = 10_000;
const NAMED_MS = 5_000;

/** Destination of mail to an address. */
export interface Destination {
  domain: MailDomain;
  /** Absent if the mailbox is yet to be made, of `localPart`, or the mail is for reports alone. */
  mailbox?: Pick<Mailbox, 'id' | 'usedBytes' | 'quotaBytes'>;
  localPart: string;
  /** Whether reports about the domain come to the address. It needs no mailbox then, but may have one. */
  takesReports: boolean;
  /** The sender to whom mail goes back: the address is one from which a message of theirs was forwarded. */
  returnsTo?: string;
}

/**
 * Finds the mailbox for an address: the one that has it, else the one that has it without its tag (`ana+shop@`), else a new
 * one where mail makes mailboxes, else the one that catches what has none. The address of a removed mailbox has none,
 * but those that every domain needs (`postmaster@`, `abuse@`) always have one.
 * The addresses for reports take mail without a mailbox, and so do those from which mail was forwarded.
 */
@Injectable()
export class InboundRecipients {
  /** Addresses that are named during a look-up share the next one. */
  private readonly lookups: GroupCommitter<ReceivingQuestion, ReceivingMailbox[]>;

  /** Cached destinations that clients have just named, for the time between RCPT and the end of DATA. */
  private readonly named = new LRUCache<string, Destination>({ max: NAMED_MAX, ttl: NAMED_MS });

  constructor(
    private readonly database: Database,
    private readonly domains: DomainDirectory,
    private readonly mailboxes: MailboxesService,
    private readonly recent: RecentMailboxes,
    private readonly returnPaths: ReturnPaths,
    private readonly config: MailConfig,
  ) {
    this.lookups = new GroupCommitter((questions) => this.lookUp(questions), { maxItems: LOOKED_UP_AT_ONCE });
  }

  /** @throws SmtpRejection if there is no mailbox, or it is full; DatabaseUnavailable */
  async find(address: string): Promise<Destination> {
    this.named.delete(address);
    const destination = await this.look(address);
    this.named.set(address, destination);
    return destination;
  }

  /** The same for an address that a client has named: what was found in the last seconds still counts. @throws as {@link find} */
  async findNamed(address: string): Promise<Destination> {
    return this.named.get(address) ?? this.look(address);
  }

  private async look(address: string): Promise<Destination> {
    // RFC 5321, 4.5.1: it comes without a domain as well.
    if (address.toLowerCase() === 'postmaster') return this.look(`postmaster@${await this.ownDomain()}`);
    const at = address.lastIndexOf('@');
    const domain = at > 0 ? await this.domains.findVerified(domainToASCII(address.slice(at + 1))) : null;
    if (!domain) throw noSuchMailbox();
    if (isRewritten(address)) return this.findReturn(domain, address.slice(0, at));
    const localPart = address.slice(0, at).toLowerCase();
    const destination = await this.findIn(domain, localPart);
    if (destination.mailbox && destination.mailbox.usedBytes >= destination.mailbox.quotaBytes) {
      throw new SmtpRejection(452, '4.2.2 The mailbox is full');
    }
    return destination;
  }

  /** Makes the mailbox of a destination that lacks one; null if it needs none. @throws SmtpRejection if it cannot be made any more */
  async mailboxIdOf({ domain, mailbox, localPart, takesReports, returnsTo }: Destination): Promise<string | null> {
    if (mailbox) return mailbox.id;
    if (takesReports || returnsTo) return null;
    const made = await this.database.tenant(domain.tenantId, (tx) =>
      this.mailboxes.createAutomatic(tx, domain, localPart),
    );
    // The client comes back, and the address is then looked up anew.
    if (!made) throw new SmtpRejection(451, '4.2.1 The mailbox is not available now, come back later');
    return made.id;
  }

  /** The verified domain in which the name of this server is; that name if there is none. */
  private async ownDomain(): Promise<string> {
    const labels = this.config.mailHost.split('.');
    for (let from = 0; from < labels.length - 1; from += 1) {
      const name = labels.slice(from).join('.');
      if (await this.domains.findVerified(name)) return name;
    }
    return this.config.mailHost;
  }

  private findReturn(domain: MailDomain, localPart: string): Destination {
    const returnsTo = this.returnPaths.senderOf(domain.tenantId, localPart);
    if (!returnsTo) throw noSuchMailbox();
    return { domain, localPart, takesReports: false, returnsTo };
  }

  private async findIn(domain: MailDomain, localPart: string): Promise<Destination> {
    const untagged = localPart.replace(/(?<=.)\+.*$/s, '');
    const takesReports = isReportAddress(untagged);
    const recent = this.findRecent(domain, localPart);
    if (recent) return { domain, mailbox: recent, localPart, takesReports };
    const mark = this.recent.mark();
    const found = await this.lookups.submit({ domain, localParts: [localPart, untagged] });
    const own = holderOf(found, localPart) ?? holderOf(found, untagged);
    if (own && !own.isRemoved) {
      if (own.localPart === localPart) this.recent.store(mark, addressOf(localPart, domain), own);
      return { domain, mailbox: own, localPart, takesReports };
    }
    if (takesReports) return { domain, localPart, takesReports };
    const isRequired = isRequiredAddress(untagged);
    if (own?.isRemoved && !isRequired) throw noSuchMailbox();
    if (domain.createsMailboxes && (await this.mayMake(domain, untagged)))
      return { domain, localPart: untagged, takesReports };
    const catching = found.find(({ isCatchAll, isRemoved }) => isCatchAll && !isRemoved);
    if (catching) return { domain, mailbox: catching, localPart, takesReports };
    if (isRequired) return { domain, localPart: untagged, takesReports };
    throw noSuchMailbox();
  }

  /** A mailbox that may be full is looked up. */
  private findRecent(domain: MailDomain, localPart: string): RecentMailbox | undefined {
    const recent = this.recent.find(addressOf(localPart, domain));
    if (recent?.tenantId !== domain.tenantId || recent.usedBytes >= recent.quotaBytes) return undefined;
    return recent;
  }

  private mayMake(domain: MailDomain, localPart: string): Promise<boolean> {
    return this.database.tenant(domain.tenantId, (tx) => this.mailboxes.mayCreateAutomatic(tx, domain, localPart));
  }

  private async lookUp(questions: readonly ReceivingQuestion[]): Promise<ReceivingMailbox[][]> {
    const tenantIds = [...new Set(questions.map(({ domain }) => domain.tenantId))];
    return this.database.tenantsStatement(tenantIds, (pool, tenants) => findReceiving(pool, tenants, questions));
  }
}

/** The mailbox that has an address, or had it before it was removed. */
function holderOf(found: readonly ReceivingMailbox[], localPart: string): ReceivingMailbox | undefined {
  const holders = found.filter((one) => one.localPart === localPart);
  return holders.find(({ isRemoved }) => !isRemoved) ?? holders[0];
}

const noSuchMailbox = () => new SmtpRejection(550, '5.1.1 There is no such mailbox');
