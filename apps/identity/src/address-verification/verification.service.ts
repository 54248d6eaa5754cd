import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { Problem } from '#libs/core/http';
import { Database, type Id } from '#libs/core/persistence';
import { VerificationMail } from '../addresses/verification-mail.js';
import { CredentialPublisher } from '../credentials/credential-publisher.js';
import { InvitationRepository } from '../invitations/invitation.repository.js';
import { LinkTokenRepository } from '../link-tokens/link-token.repository.js';
import { LinkTokensService } from '../link-tokens/link-tokens.service.js';
import { MailLimit } from '../mail/mail-limit.js';
import { auditUser } from '../users/user-audit.js';
import { AddressRepository } from '../users/address.repository.js';

/** `queued`: another mail is on its way. `verified`: none is needed. */
export type ResendOutcome = 'queued' | 'verified';

/** Verifies that an address belongs to a user, by a link in a mail to it. */
@Injectable()
export class VerificationService {
  constructor(
    private readonly database: Database,
    private readonly addresses: AddressRepository,
    private readonly invitations: InvitationRepository,
    private readonly tokens: LinkTokenRepository,
    private readonly links: LinkTokensService,
    private readonly limit: MailLimit,
    private readonly mail: VerificationMail,
    private readonly publisher: CredentialPublisher,
  ) {}

  /** Verifies the address by the token of its mail; of concurrent uses one succeeds. @throws Problem InvalidParameter, Gone */
  async confirm(token: string): Promise<{ userId: Id<'usr'>; email: string }> {
    const confirmed = await this.database.system(async (tx) => {
      const { addressId } = await this.tokens.consume(tx, 'verification', token);
      await this.claimIfInvited(tx, addressId);
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
      await this.mail.enqueue(tx, user, address);
    });
    return 'queued';
  }
  /** Claims an unverified login to which an invitation was sent: its reader confirms in order to join. */
  private async claimIfInvited(tx: EntityManager, id: Id<'adr'>): Promise<void> {
    const address = await this.addresses.findUnverifiedLogin(tx, id);
    if (address && (await this.invitations.hasOpen(tx, address.email))) await this.addresses.claim(tx, id);
  }
}
