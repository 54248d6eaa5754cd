import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import type { Language } from '#libs/core/html';
import { LinkTokenRepository } from '../link-tokens/link-token.repository.js';
import { MailOutbox } from '../mail/mail-outbox.js';
import type { Address } from '../users/address.entity.js';
import type { LockedUser } from '../users/address.repository.js';

const LINK_HOURS = 48;

/** The user of an unverified address. */
export type UnverifiedUser = Pick<LockedUser, 'id' | 'name' | 'registeredAt' | 'registeredIp'>;

/** The mail whose link verifies an address. */
@Injectable()
export class VerificationMail {
  constructor(
    private readonly tokens: LinkTokenRepository,
    private readonly outbox: MailOutbox,
  ) {}

  /**
   * Enqueues the mail in the transaction that inserts the address.
   * @param language that of the request being served if absent
   */
  async enqueue(
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
}
