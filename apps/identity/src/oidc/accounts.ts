import { Injectable } from '@nestjs/common';
import type { Account, AccountClaims } from 'oidc-provider';
import { SystemDatabase } from '../database/system-database.js';

interface Claims {
  name: string;
  email: string;
  emailVerified: boolean;
}

/** Who may be signed in, and what apps are told of them by scope. */
@Injectable()
export class Accounts {
  constructor(private readonly system: SystemDatabase) {}

  /** Undefined for nobody, and for a disabled account: then nothing is issued any more. */
  async find(userId: string): Promise<Account | undefined> {
    const claims = await this.read(userId);
    if (!claims) return undefined;
    return { accountId: userId, claims: () => toClaims(userId, claims) };
  }

  /** Empty for nobody. */
  async emailOf(userId: string): Promise<string> {
    return (await this.read(userId))?.email ?? '';
  }

  private async read(userId: string): Promise<Claims | undefined> {
    const [claims] = await this.system.query<Claims>(
      `select u.name, a.email, a.verified_at is not null as "emailVerified"
         from user_account u join email_address a on a.user_id = u.id and a.is_primary
        where u.id = $1 and u.status = 'active'`,
      [userId],
    );
    return claims;
  }
}

/** Names of OpenID Connect Core, 5.1. The library leaves out what the scope does not cover. */
function toClaims(sub: string, { name, email, emailVerified }: Claims): AccountClaims {
  return { sub, ...(name && { name }), email, email_verified: emailVerified };
}
