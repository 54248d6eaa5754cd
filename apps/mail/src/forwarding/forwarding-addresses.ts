import { Injectable } from '@nestjs/common';
import { type EntityManager, In, IsNull, Not } from 'typeorm';
import { v7 } from 'uuid';
import { domainOf, parseMailbox } from '#libs/mail/email';
import { invalidField } from '#libs/core/http';
import { Outbox } from '#libs/core/jobs';
import { Database, type TenantId } from '#libs/core/persistence';
import { MailConfig } from '../config.js';
import { MailDomain } from '../domains/mail-domain.entity.js';
import type { Mailbox, MailboxRef } from '../mailboxes/mailbox.entity.js';
import { isTestAddress } from '../sending/message-draft.js';
import type { ForwardingAddress } from './forwarding-address.entity.js';
import { ForwardingLimits } from './forwarding-limits.js';
import { ASK_FORWARDING_JOB } from './forwarding-values.js';
import { ForwardingRepository } from './forwarding.repository.js';

/**
 * The addresses to which a mailbox may forward. Those in the verified domains of the tenant need no consent; any other gets
 * a mail with a link, and is forwarded nothing until its owner has confirmed it.
 */
@Injectable()
export class ForwardingAddresses {
  constructor(
    private readonly config: MailConfig,
    private readonly database: Database,
    private readonly addresses: ForwardingRepository,
    private readonly limits: ForwardingLimits,
    private readonly outbox: Outbox,
  ) {}

  /** The addresses in their one form, each once. @throws Problem ValidationError that names the field */
  parse(mailbox: Mailbox, texts: readonly string[], field: string): string[] {
    const parsed = texts.map((text, index) => this.parseOne(mailbox, text, `${field}[${index}]`));
    return [...new Map(parsed.map((address) => [address.toLowerCase(), address])).values()];
  }

  /** The address in its one form. @throws Problem ValidationError that names the field */
  parseOne(mailbox: Mailbox, text: string, field: string): string {
    const address = parseMailbox(text)?.address;
    if (address === undefined) throw invalidField('ValidationError', field, 'must be an e-mail address');
    if (withoutTag(address) === mailbox.address)
      throw invalidField('ValidationError', field, 'must not be the address of the mailbox itself');
    if (!this.config.isProduction && !isTestAddress(address))
      throw invalidField('ValidationError', field, 'must end in .test, .example or .invalid outside production');
    return address;
  }

  /** Counts the mails that {@link admit} would send. @throws Problem Throttling */
  async count(mailbox: MailboxRef, addresses: readonly string[]): Promise<void> {
    const { tenantId, id } = mailbox;
    const asked = await this.database.tenant(tenantId, async (tx) => {
      const known = await this.addresses.listAddresses(tx, mailbox);
      const unknown = addresses.filter((address) => !known.some((one) => one.address === address));
      const own = await listOwnDomains(tx, tenantId, unknown);
      return unknown.filter((address) => !own.has(domainOf(address)));
    });
    await this.limits.consume(tenantId, id, asked);
  }

  /** Inserts those of the addresses that the mailbox does not know, and asks them for their consent if need be. */
  async admit(tx: EntityManager, mailbox: MailboxRef, addresses: readonly string[]): Promise<void> {
    const { tenantId } = mailbox;
    const known = await this.addresses.listAddresses(tx, mailbox);
    const unknown = addresses.filter((address) => !known.some((one) => one.address === address));
    const own = await listOwnDomains(tx, tenantId, unknown);
    const now = new Date();
    for (const address of unknown) {
      const isOwn = own.has(domainOf(address));
      const linkId = isOwn ? null : v7();
      await this.addresses.insertAddress(tx, mailbox, address, {
        askedAt: now,
        linkId,
        confirmedAt: isOwn ? now : null,
      });
      if (linkId) await this.enqueue(tx, mailbox, linkId);
    }
  }

  /** Asks once more, by a link of its own: the one before does not work any more. @throws Problem Throttling */
  async askAgain(mailbox: MailboxRef, { address }: ForwardingAddress): Promise<void> {
    const { tenantId, id } = mailbox;
    await this.limits.consume(tenantId, id, [address]);
    await this.database.tenant(tenantId, async (tx) => {
      const row = await this.addresses.findAddress(tx, mailbox, address);
      if (!row || row.confirmedAt) return;
      const linkId = v7();
      await this.addresses.updateConsent(tx, row, { linkId, askedAt: new Date() });
      await this.enqueue(tx, mailbox, linkId);
    });
  }

  private async enqueue(tx: EntityManager, { tenantId, id: mailboxId }: MailboxRef, linkId: string): Promise<void> {
    await this.outbox.enqueue(tx, ASK_FORWARDING_JOB, [{ tenantId, payload: { mailboxId, linkId } }]);
  }
}

/** `ana+shop@x.test` is in the mailbox of `ana@x.test`. */
const withoutTag = (address: string): string => address.toLowerCase().replace(/^([^+]+)\+.*@/s, '$1@');

/** Lists the domains of the addresses that the tenant has verified. */
async function listOwnDomains(
  tx: EntityManager,
  tenantId: TenantId,
  addresses: readonly string[],
): Promise<ReadonlySet<string>> {
  if (addresses.length === 0) return new Set();
  const name = In([...new Set(addresses.map(domainOf))]);
  const domains = await tx.findBy(MailDomain, { tenantId, name, verifiedAt: Not(IsNull()), removedAt: IsNull() });
  return new Set(domains.map((domain) => domain.name));
}
