import { domainToASCII } from 'node:url';
import { Injectable } from '@nestjs/common';
import { isRewritten, SmtpRejection } from '#libs/email';
import { Database } from '#libs/persistence';
import { DomainDirectory } from '../domains/domain-directory.js';
import type { MailDomain } from '../domains/mail-domain.entity.js';
import { isReportAddress } from '../domains/report-addresses.js';
import { MailboxesService } from '../mailboxes/mailboxes.service.js';
import type { Mailbox } from '../mailboxes/mailbox.entity.js';
import { ReturnPaths } from '../forwarding/return-paths.js';
import { findReceiving } from './receiving-mailboxes.sql.js';

/** Where mail to an address goes. */
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
 * one where mail makes mailboxes, else the one that catches what has none. The address of a removed mailbox has none.
 * The addresses for reports take mail without a mailbox, and so do those from which mail was forwarded.
 */
@Injectable()
export class InboundRecipients {
  constructor(
    private readonly database: Database,
    private readonly domains: DomainDirectory,
    private readonly mailboxes: MailboxesService,
    private readonly returnPaths: ReturnPaths,
  ) {}

  /** @throws SmtpRejection if there is no mailbox, or it is full; DatabaseUnavailable */
  async find(address: string): Promise<Destination> {
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

  private findReturn(domain: MailDomain, localPart: string): Destination {
    const returnsTo = this.returnPaths.senderOf(domain.tenantId, localPart);
    if (!returnsTo) throw noSuchMailbox();
    return { domain, localPart, takesReports: false, returnsTo };
  }

  private async findIn(domain: MailDomain, localPart: string): Promise<Destination> {
    const untagged = localPart.replace(/(?<=.)\+.*$/s, '');
    const takesReports = isReportAddress(untagged);
    return this.database.tenant(domain.tenantId, async (tx) => {
      const found = await findReceiving(tx, domain, [localPart, untagged]);
      const own = found.find((one) => one.localPart === localPart) ?? found.find((one) => one.localPart === untagged);
      if (own && !own.isRemoved) return { domain, mailbox: own, localPart, takesReports };
      if (takesReports) return { domain, localPart, takesReports };
      if (own?.isRemoved) throw noSuchMailbox();
      if (domain.createsMailboxes && (await this.mailboxes.mayCreateAutomatic(tx, domain, untagged))) {
        return { domain, localPart: untagged, takesReports };
      }
      const catching = found.find(({ isCatchAll, isRemoved }) => isCatchAll && !isRemoved);
      if (catching) return { domain, mailbox: catching, localPart, takesReports };
      throw noSuchMailbox();
    });
  }
}

const noSuchMailbox = () => new SmtpRejection(550, '5.1.1 There is no such mailbox');
