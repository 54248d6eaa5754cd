import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { Problem } from '#libs/core/http';
import { Database, newId, violatedUnique } from '#libs/core/persistence';
import { Blocklist } from '../blocklist/blocklist.js';
import { CredentialPublisher } from '../credentials/credential-publisher.js';
import { recordViewChanges } from '../credentials/view-change.sql.js';
import { MailLimit } from '../mail/mail-limit.js';
import { LinkTokenRepository } from '../link-tokens/link-token.repository.js';
import { MailOutbox } from '../mail/mail-outbox.js';
import { assertSessionOpen } from '../sessions/session-check.js';
import { auditUser } from '../users/user-audit.js';
import { normalizeEmail } from '../users/user.repository.js';
import type { Address } from '../users/address.entity.js';
import { AddressRepository, toAddressView, type AddressView, type LockedUser } from '../users/address.repository.js';
import { VerificationMail } from './verification-mail.js';

const MOST_ADDRESSES = 10;
const UNDO_HOURS = 7 * 24;

/** The e-mail addresses of a user: the primary one, to log in with, and further ones. */
@Injectable()
export class AddressesService {
  constructor(
    private readonly database: Database,
    private readonly blocklist: Blocklist,
    private readonly addresses: AddressRepository,
    private readonly verification: VerificationMail,
    private readonly limit: MailLimit,
    private readonly tokens: LinkTokenRepository,
    private readonly outbox: MailOutbox,
    private readonly publisher: CredentialPublisher,
  ) {}

  /**
   * Adds an unverified address.
   * @throws Problem NotFound, AlreadyExists, InvalidParameter (too many), PermissionDenied (blocked), Throttling
   */
  async add(userId: string, text: string): Promise<AddressView> {
    const email = normalizeEmail(text);
    await this.limitMail(userId, email);
    return this.database.system(async (tx) => {
      const user = await this.lockUser(tx, userId);
      if (user.addresses.some((address) => address.email === email)) throw taken('You have');
      const address = await this.insert(tx, user, email, false);
      const primary = primaryOf(user);
      // An unverified address may be another user's, by a typing error.
      if (primary?.verifiedAt) {
        await this.outbox.enqueue(tx, { kind: 'address-added', to: primary.email, name: user.name, added: email });
      }
      await auditUser(tx, 'address.added', userId, { after: { addressId: address.id } });
      return toAddressView(address);
    });
  }

  /** @throws Problem NotFound, Conflict for the primary address, and for a former one while the change can be undone */
  async delete(userId: string, addressId: string): Promise<void> {
    await this.database.system(async (tx) => {
      const address = ownAddress(await this.lockUser(tx, userId), addressId);
      if (address.isPrimary) {
        throw new Problem('Conflict', {
          message: 'This is the address to sign in with. Make another one primary first',
        });
      }
      const undoable = await this.tokens.listUndoable(tx, address.userId);
      if (undoable.some((link) => link.addressId === address.id)) {
        const message =
          'You signed in with this address until a few days ago. It can be removed seven days after the change';
        throw new Problem('Conflict', { message });
      }
      await this.addresses.delete(tx, address.id);
      // It may have been the only verified one.
      await recordViewChanges(tx, changesOf(userId));
      await auditUser(tx, 'address.removed', userId, { before: { addressId } });
    });
    await this.publisher.publish(changesOf(userId));
  }

  /** The user logs in with it from then on. @throws Problem NotFound, Conflict while it is unverified */
  async makePrimary(userId: string, addressId: string): Promise<AddressView> {
    const address = await this.database.system(async (tx) => {
      const user = await this.lockUser(tx, userId);
      const chosen = ownAddress(user, addressId);
      if (!chosen.verifiedAt) throw new Problem('Conflict', { message: 'The address is not verified' });
      if (!chosen.isPrimary) await this.switchTo(tx, user, chosen);
      return { ...toAddressView(chosen), primary: true };
    });
    await this.publisher.publish(changesOf(userId));
    return address;
  }

  /**
   * Makes an address the primary one, new or not; a new one is unverified. The former primary address stays if it is
   * verified, and gets a link that undoes the change; else it is deleted. The caller publishes the change of the user after its transaction.
   * @throws Problem AlreadyExists, InvalidParameter
   */
  async changeLogin(tx: EntityManager, user: LockedUser, text: string): Promise<void> {
    const email = normalizeEmail(text);
    const former = primaryOf(user);
    if (former?.email === email) return;
    const known = user.addresses.find((address) => address.email === email);
    await this.switchTo(tx, user, known ?? (await this.insert(tx, user, email, true)));
    if (former && !former.verifiedAt) await this.addresses.delete(tx, former.id);
  }

  /**
   * Counts the mail that an address new to a user leads to, before anything is changed. A blocked address is rejected
   * before it is looked up, so that the answer does not tell whether another user has it.
   * @throws Problem PermissionDenied (blocked), AlreadyExists, Throttling
   */
  async limitMail(userId: string, text: string): Promise<void> {
    const email = normalizeEmail(text);
    await this.blocklist.assertAllowed(email, null);
    const known = await this.database.system((tx) => this.addresses.findByEmail(tx, email));
    if (known?.userId === userId) return;
    if (known?.isPrimary || known?.verifiedAt) throw taken('Somebody has');
    await this.limit.consume('verification', email, userId);
  }

  private async switchTo(tx: EntityManager, user: LockedUser, chosen: Address): Promise<void> {
    const former = primaryOf(user);
    await this.addresses.makePrimary(tx, user.id, chosen.id);
    if (former?.verifiedAt) {
      const { id: userId, name } = user;
      const link = await this.tokens.insert(tx, 'address-change', { userId, addressId: former.id }, UNDO_HOURS);
      await this.outbox.enqueue(tx, {
        kind: 'address-changed',
        to: former.email,
        name,
        current: chosen.email,
        ...link,
      });
    }
    await recordViewChanges(tx, changesOf(user.id));
    const change = { before: { addressId: former?.id }, after: { addressId: chosen.id } };
    await auditUser(tx, 'login.changed', user.id, change);
  }

  /** A new login replaces an unverified primary address, so that one is not counted. */
  private async insert(tx: EntityManager, user: LockedUser, email: string, asLogin: boolean): Promise<Address> {
    const staying = user.addresses.filter(({ isPrimary, verifiedAt }) => !asLogin || !isPrimary || verifiedAt);
    if (staying.length >= MOST_ADDRESSES) throw tooMany();
    await this.addresses.deleteUnverified(tx, email);
    const address = { id: newId('adr'), userId: user.id, email, isPrimary: false, verifiedAt: null };
    const inserted = await this.addresses.insert(tx, address).catch((cause: unknown) => {
      throw violatedUnique(cause) === 'email_address__email__uq' ? taken('Somebody has', cause) : cause;
    });
    await this.verification.enqueue(tx, user, address);
    return inserted;
  }

  private async lockUser(tx: EntityManager, userId: string): Promise<LockedUser> {
    const user = await this.addresses.lockUserForUpdate(tx, userId);
    if (!user) throw new Problem('NotFound');
    await assertSessionOpen(tx);
    return user;
  }
}

const changesOf = (userId: string) => [{ kind: 'user', name: userId }] as const;

const primaryOf = ({ addresses }: LockedUser): Address | undefined => addresses.find(({ isPrimary }) => isPrimary);

function ownAddress({ addresses }: LockedUser, id: string): Address {
  const address = addresses.find((one) => one.id === id);
  if (!address) throw new Problem('NotFound');
  return address;
}

function taken(owner: 'Somebody has' | 'You have', cause?: unknown): Problem {
  return new Problem('AlreadyExists', { message: `${owner} this e-mail address`, cause });
}

function tooMany(): Problem {
  const message = `A person has at most ${MOST_ADDRESSES} addresses`;
  return new Problem('InvalidParameter', { message, details: [{ Field: 'Email', Message: message }] });
}
