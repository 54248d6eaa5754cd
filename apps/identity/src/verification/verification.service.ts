import { Injectable } from '@nestjs/common';
import type { PoolClient } from 'pg';
import { Problem } from '#libs/http';
import type { Id } from '#libs/persistence';
import { AddressRepository } from '../addresses/address.repository.js';
import { SystemDatabase } from '../database/system-database.js';
import { LinkTokenRepository } from '../links/link-token.repository.js';
import { MailLimit } from '../mail/mail-limit.js';
import { MailOutbox } from '../mail/mail-outbox.js';
import { auditPerson } from '../people/person-audit.js';
import type { Address } from '../people/person.repository.js';

const LINK_HOURS = 48;

/** What asking for another mail led to: one is under way, or none is needed. */
export type ResendOutcome = 'queued' | 'verified';

interface Unproved {
  userId: Id<'usr'>;
  name: string;
  address: Pick<Address, 'id' | 'email'>;
}

/** Proves that an address is a person's: by a link in a mail to it. */
@Injectable()
export class VerificationService {
  constructor(
    private readonly system: SystemDatabase,
    private readonly addresses: AddressRepository,
    private readonly links: LinkTokenRepository,
    private readonly limit: MailLimit,
    private readonly outbox: MailOutbox,
  ) {}

  /** Promises the mail, in the transaction that the address comes with. */
  async promise(tx: PoolClient, { userId, name, address }: Unproved): Promise<void> {
    const subject = { userId, addressId: address.id };
    const link = await this.links.issue(tx, 'verification', subject, LINK_HOURS);
    await this.outbox.promise(tx, { kind: 'verification', to: address.email, name, ...link });
  }

  /** Of several uses of one link at the same moment exactly one succeeds. @throws Problem InvalidParameter, Gone */
  async confirm(token: string): Promise<{ userId: Id<'usr'>; email: string }> {
    return this.system.transaction(async (tx) => {
      const { addressId } = await this.links.use(tx, 'verification', token);
      const confirmed = await this.addresses.markVerified(tx, addressId);
      if (!confirmed) throw new Problem('Gone');
      await auditPerson(tx, 'address.verified', confirmed.userId, { after: { addressId } });
      return confirmed;
    });
  }

  /**
   * Sends another mail to the address of a link that is too old: only that address learns the new one.
   * @throws Problem NotFound when there was no such link; Throttling when the last mail is too recent
   */
  async resendFor(token: string): Promise<{ outcome: ResendOutcome; email: string }> {
    const link = await this.links.find('verification', token);
    if (!link) throw new Problem('NotFound');
    return { outcome: await this.resend(link.userId, link.addressId), email: link.email };
  }

  /**
   * Sends another mail to an address of the person's, the primary one when none is named.
   * @throws Problem NotFound; Throttling when the last one is too recent
   */
  async resend(userId: string, addressId?: string): Promise<ResendOutcome> {
    const person = await this.system.transaction((tx) => this.addresses.lock(tx, userId));
    const address = person?.addresses.find(({ id, primary }) => (addressId === undefined ? primary : id === addressId));
    if (!person || !address) throw new Problem('NotFound');
    if (address.verified) return 'verified';
    await this.limit.take('verification', address.email, person.id);
    await this.system.transaction(async (tx) => {
      const { addresses = [] } = (await this.addresses.lock(tx, userId)) ?? {};
      // It may have been removed, or proved, while the limit was asked.
      if (!addresses.some(({ id }) => id === address.id)) throw new Problem('NotFound');
      await this.promise(tx, { userId: person.id, name: person.name, address });
    });
    return 'queued';
  }
}
