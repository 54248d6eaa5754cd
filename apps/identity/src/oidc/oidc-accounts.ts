import { Injectable } from '@nestjs/common';
import type { Account, AccountClaims } from 'oidc-provider';
import type { Language } from '#libs/core/html';
import { Database, isId } from '#libs/core/persistence';
import type { Address } from '../users/address.entity.js';
import { AddressRepository } from '../users/address.repository.js';
import { UserRepository } from '../users/user.repository.js';

/** The users that may sign in to apps, and the claims that apps receive by scope. */
@Injectable()
export class OidcAccounts {
  constructor(
    private readonly database: Database,
    private readonly addresses: AddressRepository,
    private readonly users: UserRepository,
  ) {}

  /** Undefined for an unknown or disabled user: then nothing more is issued. */
  async find(userId: string): Promise<Account | undefined> {
    const login = await this.findLogin(userId);
    return login && { accountId: userId, claims: () => toClaims(login) };
  }

  /** The address that an active user logs in with. */
  async findEmail(userId: string): Promise<string | undefined> {
    return (await this.findLogin(userId))?.email;
  }

  /** Stores the language of the sign-in, for mail that no request of the user causes. */
  async updateLanguage(userId: string, language: Language | undefined): Promise<void> {
    if (!language || !isId('usr', userId)) return;
    await this.database.system((tx) => this.users.updateLanguage(tx, userId, language));
  }

  private findLogin(userId: string): Promise<Address | undefined> {
    return this.database.system((tx) => this.addresses.findLogin(tx, userId));
  }
}

/** Names of OpenID Connect Core, 5.1. The library leaves out what the scope does not cover. */
function toClaims({ userId, email, verifiedAt, user: { name } }: Address): AccountClaims {
  return { sub: userId, ...(name && { name }), email, email_verified: verifiedAt !== null };
}
