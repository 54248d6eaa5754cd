import { Injectable } from '@nestjs/common';
import { toDomainName } from '#libs/messaging/domains';
import { domainOf, parseMailbox } from '#libs/mail/email';
import { hostOf, Problem } from '#libs/core/http';
import { DomainDirectory } from '../domains/domain-directory.js';
import type { MailDomain } from '../domains/mail-domain.entity.js';

const ADDRESS_MAX = 320;

/** An address whose domain is verified here. */
export interface ClientAddress {
  address: string;
  domain: MailDomain;
}

/** The verified domain that a mail program asks about. What is malformed, unknown or unverified gets the same answer. */
@Injectable()
export class ClientDomain {
  constructor(private readonly directory: DomainDirectory) {}

  /** @throws Problem NotFound */
  async ofAddress(text: unknown): Promise<ClientAddress> {
    const isShort = typeof text === 'string' && text.length <= ADDRESS_MAX;
    const mailbox = isShort ? parseMailbox(text.trim()) : null;
    if (!mailbox) throw new Problem('NotFound');
    return { address: mailbox.address, domain: await this.find(domainOf(mailbox.address)) };
  }

  /** Finds the verified domain of the host `<prefix>.<domain>`. @throws Problem NotFound */
  async ofHost(header: string | undefined, prefix: string): Promise<MailDomain> {
    const host = hostOf(header ?? '');
    if (!host.startsWith(`${prefix}.`)) throw new Problem('NotFound');
    return this.find(host.slice(prefix.length + 1));
  }

  private async find(text: string): Promise<MailDomain> {
    const name = toDomainName(text);
    const domain = name && (await this.directory.findVerified(name));
    if (!domain) throw new Problem('NotFound');
    return domain;
  }
}
