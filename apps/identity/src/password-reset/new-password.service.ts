import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { Problem } from '#libs/core/http';
import { Database, isId, type Id } from '#libs/core/persistence';
import { AddressRepository, type LockedUser } from '../users/address.repository.js';
import { CredentialPublisher } from '../credentials/credential-publisher.js';
import type { ChangedEntry } from '../credentials/view-change.sql.js';
import { LinkTokenRepository } from '../link-tokens/link-token.repository.js';
import { LinkTokensService } from '../link-tokens/link-tokens.service.js';
import { MailOutbox } from '../mail/mail-outbox.js';
import { OwnershipService } from '../ownership/ownership.service.js';
import { GuessLimit } from '../passwords/guess-limit.js';
import { PasswordHasher } from '../passwords/password-hasher.js';
import { SessionsService } from '../sessions/sessions.service.js';
import { PasswordCheck } from '../users/password-check.js';
import { auditUser } from '../users/user-audit.js';
import { UserRepository } from '../users/user.repository.js';

interface Replacement {
  userId: Id<'usr'>;
  passwordHash: string;
  /** The session that stays open; every other ends. */
  sessionId?: Id<'ses'>;
}

/** Changes the password of a user: with the current one, or by the link of a mail to one of their addresses. */
@Injectable()
export class NewPasswordService {
  constructor(
    private readonly database: Database,
    private readonly users: UserRepository,
    private readonly addresses: AddressRepository,
    private readonly passwords: PasswordCheck,
    private readonly guesses: GuessLimit,
    private readonly hasher: PasswordHasher,
    private readonly tokens: LinkTokenRepository,
    private readonly links: LinkTokensService,
    private readonly sessions: SessionsService,
    private readonly ownership: OwnershipService,
    private readonly outbox: MailOutbox,
    private readonly publisher: CredentialPublisher,
  ) {}

  /**
   * When this returns, every app rejects all sessions of the user but the one that asked.
   * @throws Problem AuthorizationError (the current password is wrong), Throttling, NotFound
   */
  async change(userId: string, current: string, next: string, sessionId: string): Promise<void> {
    const user = await this.passwords.confirm(userId, current);
    const replacement = { userId: user.id, passwordHash: await this.hasher.hash(next) };
    const keep = isId('ses', sessionId) ? sessionId : undefined;
    const changes = await this.database.system(async (tx) => {
      const locked = await this.lockUser(tx, user.id);
      // Another change of the password, by a reset say, came first.
      if (locked.passwordHash !== user.passwordHash) throw changedMeanwhile();
      return this.replace(tx, locked, { ...replacement, sessionId: keep });
    });
    await this.publisher.publish(changes);
  }

  /**
   * Sets a password by the token of a link; of concurrent uses one succeeds. When this returns, every app rejects all
   * sessions of the user. The token verifies the address: see {@link OwnershipService.prove}. From now on the user logs in
   * with it and with every address that was primary until a few days ago. The count of wrong guesses is deleted.
   * @throws Problem InvalidParameter, Gone
   */
  async reset(token: string, next: string): Promise<void> {
    // Checked before the hash, which costs time and memory.
    await this.links.assertUsable('password-reset', token);
    const passwordHash = await this.hasher.hash(next);
    const { emails, changes } = await this.database.system(async (tx) => {
      const { userId, addressId } = await this.tokens.consume(tx, 'password-reset', token);
      const user = await this.lockUser(tx, userId);
      const address = user.addresses.find(({ id }) => id === addressId);
      if (!address) throw new Problem('Gone');
      await this.ownership.assertMayReset(tx, user, address);
      const proved = await this.ownership.prove(tx, user, address);
      const undoable = await this.tokens.listUndoable(tx, userId);
      await this.addresses.allowLogin(tx, [addressId, ...undoable.map((link) => link.addressId)]);
      const ended = await this.replace(tx, user, { userId, passwordHash });
      return { emails: user.addresses.map(({ email }) => email), changes: [...proved, ...ended] };
    });
    await this.publisher.publish(changes);
    await Promise.all(emails.map((email) => this.guesses.reset(email)));
  }

  private async lockUser(tx: EntityManager, userId: string): Promise<LockedUser> {
    const user = await this.addresses.lockUserForUpdate(tx, userId);
    if (!user) throw new Problem('NotFound');
    return user;
  }

  /** Sets the password, and sends a mail to each verified address, also to those that the account loses by this. */
  private async replace(
    tx: EntityManager,
    user: LockedUser,
    { userId, passwordHash, sessionId }: Replacement,
  ): Promise<ChangedEntry[]> {
    await this.users.update(tx, userId, { passwordHash });
    await this.tokens.consumeAll(tx, 'password-reset', userId);
    const before = user.addresses.filter(({ verifiedAt }) => verifiedAt !== null).map(({ email }) => email);
    for (const email of new Set([...(await this.addresses.listVerified(tx, userId)), ...before])) {
      await this.outbox.enqueue(tx, { kind: 'password-changed', to: email, name: user.name });
    }
    const changes = await this.sessions.endOthersIn(tx, userId, sessionId);
    await auditUser(tx, sessionId ? 'password.changed' : 'password.reset', userId);
    return changes;
  }
}

const changedMeanwhile = () => new Problem('AuthorizationError', { message: 'The password was changed a moment ago' });
