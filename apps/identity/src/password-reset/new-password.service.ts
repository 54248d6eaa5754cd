import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { Problem } from '#libs/http';
import { Database, isId, type Id } from '#libs/persistence';
import { AddressRepository, type LockedUser } from '../addresses/address.repository.js';
import { CredentialPublisher } from '../credentials/credential-publisher.js';
import type { ChangedEntry } from '../credentials/view-change.sql.js';
import { LinkTokenRepository } from '../links/link-token.repository.js';
import { LinksService } from '../links/links.service.js';
import { MailOutbox } from '../mail/mail-outbox.js';
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
    private readonly links: LinksService,
    private readonly sessions: SessionsService,
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
    const { changes } = await this.database.system((tx) => this.replace(tx, { ...replacement, sessionId: keep }));
    await this.publisher.publish(changes);
  }

  /**
   * By the token of a link; of several uses at the same moment one succeeds. When this returns, every app rejects all
   * sessions of the user. The token verifies the address, and the count of wrong guesses is deleted.
   * @throws Problem InvalidParameter, Gone
   */
  async reset(token: string, next: string): Promise<void> {
    // Checked before the hash, which costs time and memory.
    await this.links.assertUsable('password-reset', token);
    const passwordHash = await this.hasher.hash(next);
    const { user, changes } = await this.database.system(async (tx) => {
      const { userId, addressId } = await this.tokens.consume(tx, 'password-reset', token);
      await this.addresses.markVerified(tx, addressId);
      return this.replace(tx, { userId, passwordHash });
    });
    await this.publisher.publish(changes);
    await Promise.all(user.addresses.map(({ email }) => this.guesses.reset(email)));
  }

  private async replace(
    tx: EntityManager,
    { userId, passwordHash, sessionId }: Replacement,
  ): Promise<{ user: LockedUser; changes: ChangedEntry[] }> {
    const user = await this.addresses.lockUserForUpdate(tx, userId);
    if (!user) throw new Problem('NotFound');
    await this.users.update(tx, userId, { passwordHash });
    await this.tokens.consumeAll(tx, 'password-reset', userId);
    for (const { email } of user.addresses.filter(({ verifiedAt }) => verifiedAt)) {
      await this.outbox.enqueue(tx, { kind: 'password-changed', to: email, name: user.name });
    }
    const changes = await this.sessions.endOthersIn(tx, userId, sessionId);
    await auditUser(tx, sessionId ? 'password.changed' : 'password.reset', userId);
    return { user, changes };
  }
}
