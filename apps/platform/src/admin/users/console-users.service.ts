import { Injectable } from '@nestjs/common';
import { currentSession } from '#libs/core/auth';
import { invalidField, isPublicId, Problem } from '#libs/core/http';
import { IdentityGateway } from '../../auth/identity-gateway.js';
import type { ConsoleUser } from './console-user.js';

export type ConsoleUserStatus = 'active' | 'disabled';

const ROOT = '/internal/console/users';

/** The users of the platform, as operators see, disable and enable them. Identity stores them. */
@Injectable()
export class ConsoleUsersService {
  constructor(private readonly identity: IdentityGateway) {}

  /**
   * The user who has the address, or up to 20 users with an address that has a part; empty if there is none.
   * @throws Problem MissingParameter without any, InvalidParameter for both
   */
  async list({ email, q }: { email?: string; q?: string }): Promise<ConsoleUser[]> {
    if (email === undefined && q === undefined) throw invalidField('MissingParameter', 'email', 'or q is required');
    if (email !== undefined && q !== undefined) throw invalidField('InvalidParameter', 'q', 'is not given with email');
    const query = new URLSearchParams(email === undefined ? { q: q! } : { email });
    return (await this.identity.request<{ users: ConsoleUser[] }>('GET', `${ROOT}?${query}`)).users;
  }

  /** @throws Problem NotFound */
  async get(id: string): Promise<ConsoleUser> {
    if (!isPublicId('usr', id)) throw new Problem('NotFound');
    return this.identity.request<ConsoleUser>('GET', `${ROOT}/${id}`);
  }

  /**
   * When this returns, every app rejects the sessions of a disabled user.
   * @throws Problem NotFound, MissingParameter, Conflict for the operator's own account
   */
  async setStatus(id: string, status: ConsoleUserStatus, reason: string | undefined): Promise<ConsoleUser> {
    if (status === 'disabled' && !reason) {
      throw invalidField('MissingParameter', 'Reason', 'is required to disable a user');
    }
    if (status === 'disabled' && id === currentSession().userId) {
      throw new Problem('Conflict', { message: 'You cannot disable yourself: another operator can' });
    }
    await this.identity.request('PATCH', `/internal/users/${id}`, { status, reason: reason || undefined });
    return this.get(id);
  }
}
