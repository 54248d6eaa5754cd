import { Injectable } from '@nestjs/common';
import type { Account, AccountClaims } from 'oidc-provider';
import { Database } from '#libs/persistence';
import type { Address } from '../addresses/address.entity.js';
import { AddressRepository } from '../addresses/address.repository.js';

/** The users that may sign in to apps, and the claims that apps receive by scope. */
@Injectable()
export class OidcAccounts {
  constructor(
    private readonly database: Database,
    private readonly addresses: AddressRepository,
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

  private findLogin(userId: string): Promise<Address | undefined> {
    return this.database.system((tx) => this.addresses.findLogin(tx, userId));
  }
}

/** Names of OpenID Connect Core, 5.1. The library leaves out what the scope does not cover. */
function toClaims({ userId, email, verifiedAt, user: { name } }: Address): AccountClaims {
  return { sub: userId, ...(name && { name }), email, email_verified: verifiedAt !== null };
}
