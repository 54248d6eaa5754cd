import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import type { Language } from '#libs/html';
import { Problem } from '#libs/http';
import { Database, type Id } from '#libs/persistence';
import { CredentialPublisher } from '../credentials/credential-publisher.js';
import { LinkTokenRepository } from '../links/link-token.repository.js';
import { LinksService } from '../links/links.service.js';
import { MailLimit } from '../mail/mail-limit.js';
import { MailOutbox } from '../mail/mail-outbox.js';
import { auditUser } from '../users/user-audit.js';
import type { Address } from './address.entity.js';
import { AddressRepository, type LockedUser } from './address.repository.js';

const LINK_HOURS = 48;

/** `queued`: another mail is on its way. `verified`: none is needed. */
export type ResendOutcome = 'queued' | 'verified';

/** The user of an unverified address. */
export type UnverifiedUser = Pick<LockedUser, 'id' | 'name' | 'registeredAt' | 'registeredIp'>;

/** Verifies that an address belongs to a user, by a link in a mail to it. */
@Injectable()
export class VerificationService {
  constructor(
    private readonly database: Database,
    private readonly addresses: AddressRepository,
    private readonly tokens: LinkTokenRepository,
    private readonly links: LinksService,
    private readonly limit: MailLimit,
    private readonly outbox: MailOutbox,
    private readonly publisher: CredentialPublisher,
  ) {}

  /**
   * Enqueues the mail in the transaction that inserts the address.
   * @param language that of the request being served if absent
   */
  async enqueueMail(
    tx: EntityManager,
    user: UnverifiedUser,
    { id, email }: Pick<Address, 'id' | 'email'>,
    language?: Language,
  ): Promise<void> {
    const { id: userId, name, registeredAt, registeredIp } = user;
    const link = await this.tokens.insert(tx, 'verification', { userId, addressId: id }, LINK_HOURS);
    const origin = { registeredAt: registeredAt.toISOString(), registeredIp };
    await this.outbox.enqueue(tx, { kind: 'verification', to: email, name, language, ...origin, ...link });
  }

  /** Of several uses of one link at the same moment exactly one succeeds. @throws Problem InvalidParameter, Gone */
  async confirm(token: string): Promise<{ userId: Id<'usr'>; email: string }> {
    const confirmed = await this.database.system(async (tx) => {
      const { addressId } = await this.tokens.consume(tx, 'verification', token);
      await this.addresses.claimIfInvited(tx, addressId);
      const address = await this.addresses.markVerified(tx, addressId);
      if (!address) throw new Problem('Gone');
      const { userId, email } = address;
      await auditUser(tx, 'address.verified', userId, { after: { addressId } });
      return { userId, email };
    });
    await this.publisher.publishOrLog([{ kind: 'user', name: confirmed.userId }]);
    return confirmed;
  }

  /**
   * Sends another mail in place of a link that is too old, to the address of that link.
   * @throws Problem NotFound if there was no such link; Throttling if the last mail is too recent
   */
  async resendFor(token: string): Promise<{ outcome: ResendOutcome; email: string }> {
    const link = await this.links.find('verification', token);
    if (!link) throw new Problem('NotFound');
    return { outcome: await this.resend(link.userId, link.addressId), email: link.email };
  }

  /**
   * Sends another mail to an address of the user; to the primary one if none is named.
   * @throws Problem NotFound; Throttling if the last mail is too recent
   */
  async resend(userId: string, addressId?: string): Promise<ResendOutcome> {
    const user = await this.database.system((tx) => this.addresses.lockUserForUpdate(tx, userId));
    const address = user?.addresses.find(({ id, isPrimary }) =>
      addressId === undefined ? isPrimary : id === addressId,
    );
    if (!user || !address) throw new Problem('NotFound');
    if (address.verifiedAt) return 'verified';
    await this.limit.consume('verification', address.email, user.id);
    await this.database.system(async (tx) => {
      const { addresses = [] } = (await this.addresses.lockUserForUpdate(tx, userId)) ?? {};
      // It may have been deleted while the limit was asked.
      if (!addresses.some(({ id }) => id === address.id)) throw new Problem('NotFound');
      await this.enqueueMail(tx, user, address);
    });
    return 'queued';
  }
}
