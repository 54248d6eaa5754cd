import { Injectable } from '@nestjs/common';
import { Problem } from '#libs/core/http';
import { Database } from '#libs/core/persistence';
import { AddressRepository } from '../users/address.repository.js';
import { CredentialPublisher } from '../credentials/credential-publisher.js';
import { LinkTokenRepository } from '../link-tokens/link-token.repository.js';
import { LinkTokensService } from '../link-tokens/link-tokens.service.js';
import { GuessLimit } from '../passwords/guess-limit.js';
import { PasswordHasher } from '../passwords/password-hasher.js';
import { auditUser } from '../users/user-audit.js';
import { UserRepository } from '../users/user.repository.js';
import { OwnershipService } from './ownership.service.js';

/** Undoes a change of the primary address, by the link in the mail to the former one. */
@Injectable()
export class AddressUndoService {
  constructor(
    private readonly database: Database,
    private readonly addresses: AddressRepository,
    private readonly tokens: LinkTokenRepository,
    private readonly links: LinkTokensService,
    private readonly users: UserRepository,
    private readonly hasher: PasswordHasher,
    private readonly guesses: GuessLimit,
    private readonly ownership: OwnershipService,
    private readonly publisher: CredentialPublisher,
  ) {}

  /**
   * Makes the former address the primary one again, with a new password, because the session that changed it may have been
   * stolen. All sessions end. Other addresses are removed, but for former ones whose own change came before and can still be
   * undone; so are keys, invitations and a second factor that were set since the change.
   * @throws Problem InvalidParameter, Gone
   */
  async undo(token: string, password: string): Promise<void> {
    // Checked before the hash, which costs time and memory.
    await this.links.assertUsable('address-change', token);
    const passwordHash = await this.hasher.hash(password);
    const { email, changes } = await this.database.system(async (tx) => {
      const link = await this.tokens.consume(tx, 'address-change', token);
      const user = await this.addresses.lockUserForUpdate(tx, link.userId);
      const address = user?.addresses.find(({ id }) => id === link.addressId);
      if (!user || !address) throw new Problem('Gone');
      const earlier = (await this.tokens.listUndoable(tx, user.id))
        .filter(({ createdAt }) => createdAt < link.createdAt)
        .map(({ addressId }) => addressId);
      const others = user.addresses.filter(({ id }) => id !== address.id && earlier.includes(id));
      const removed = await this.ownership.clear(tx, user, { addresses: [address, ...others], since: link.createdAt });
      await this.users.update(tx, user.id, { passwordHash });
      await this.tokens.consumeAll(tx, 'password-reset', user.id);
      await auditUser(tx, 'login.restored', user.id, { after: { addressId: address.id } });
      return { email: address.email, changes: removed };
    });
    await this.publisher.publish(changes);
    await this.guesses.reset(email);
  }
}
