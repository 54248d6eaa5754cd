import { Injectable } from '@nestjs/common';
import type { PoolClient } from 'pg';
import { Problem } from '#libs/http';
import { AddressRepository, type LockedPerson } from '../addresses/address.repository.js';
import type { ViewChange } from '../credentials/view-changes.js';
import { ViewPublisher } from '../credentials/view-publisher.js';
import { SystemDatabase } from '../database/system-database.js';
import { LinkTokenRepository } from '../links/link-token.repository.js';
import { MailOutbox } from '../mail/mail-outbox.js';
import { GuessLimit } from '../passwords/guess-limit.js';
import { PasswordCheck } from '../passwords/password-check.js';
import { PasswordHasher } from '../passwords/password-hasher.js';
import { auditPerson } from '../people/person-audit.js';
import { PersonRepository } from '../people/person.repository.js';
import { SessionService } from '../sessions/session.service.js';

interface Replacement {
  userId: string;
  passwordHash: string;
  /** The session that goes on; every other ends. */
  sessionId?: string;
}

/** Gives a person another password: to whoever knows the old one, or reads the mail to one of their addresses. */
@Injectable()
export class NewPasswordService {
  constructor(
    private readonly system: SystemDatabase,
    private readonly people: PersonRepository,
    private readonly addresses: AddressRepository,
    private readonly check: PasswordCheck,
    private readonly guesses: GuessLimit,
    private readonly hasher: PasswordHasher,
    private readonly links: LinkTokenRepository,
    private readonly sessions: SessionService,
    private readonly outbox: MailOutbox,
    private readonly publisher: ViewPublisher,
  ) {}

  /**
   * When this returns, no session but the one that asked opens anything any more.
   * @throws Problem AuthorizationError (the current password is wrong), Throttling, NotFound
   */
  async change(userId: string, current: string, next: string, sessionId: string): Promise<void> {
    await this.check.confirm(userId, current);
    const passwordHash = await this.hasher.inPlace(() => this.hasher.hash(next));
    const { changes } = await this.system.transaction((tx) => this.replace(tx, { userId, passwordHash, sessionId }));
    await this.publisher.enforce(changes);
  }

  /**
   * By the token of a link; of several uses at the same moment one wins. When this returns, no session opens anything any
   * more. Having read the mail proves the address, and ends what wrong guesses led to.
   * @throws Problem InvalidParameter, Gone
   */
  async reset(token: string, next: string): Promise<void> {
    // A hash costs time and memory: not for tokens that are made up.
    await this.links.demandUsable('password-reset', token);
    const passwordHash = await this.hasher.inPlace(() => this.hasher.hash(next));
    const { person, changes } = await this.system.transaction(async (tx) => {
      const { userId, addressId } = await this.links.use(tx, 'password-reset', token);
      await this.addresses.markVerified(tx, addressId);
      return this.replace(tx, { userId, passwordHash });
    });
    await this.publisher.enforce(changes);
    await Promise.all(person.addresses.map(({ email }) => this.guesses.forget(email)));
  }

  private async replace(
    tx: PoolClient,
    { userId, passwordHash, sessionId }: Replacement,
  ): Promise<{ person: LockedPerson; changes: ViewChange[] }> {
    const person = await this.addresses.lock(tx, userId);
    if (!person) throw new Problem('NotFound');
    await this.people.setPassword(tx, person.id, passwordHash);
    await this.links.useUp(tx, 'password-reset', userId);
    for (const { email } of person.addresses.filter(({ verified }) => verified)) {
      await this.outbox.promise(tx, { kind: 'password-changed', to: email, name: person.name });
    }
    const changes = await this.sessions.endOthersIn(tx, userId, sessionId);
    await auditPerson(tx, sessionId ? 'password.changed' : 'password.reset', userId);
    return { person, changes };
  }
}
