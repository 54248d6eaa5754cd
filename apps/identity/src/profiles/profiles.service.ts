import { Injectable } from '@nestjs/common';
import type { Language } from '#libs/core/html';
import { Problem } from '#libs/core/http';
import { Database } from '#libs/core/persistence';
import { AddressRepository } from '../users/address.repository.js';
import { AddressesService } from '../addresses/addresses.service.js';
import { CredentialPublisher } from '../credentials/credential-publisher.js';
import { recordViewChanges } from '../credentials/view-change.sql.js';
import { assertSessionOpen } from '../sessions/session-check.js';
import { TenantRepository, type MemberTenant } from '../tenants/tenant.repository.js';
import { auditUser } from '../users/user-audit.js';
import type { UserStatus } from '../users/user.entity.js';
import { UserRepository, type Profile } from '../users/user.repository.js';

/** A change of a profile by its user; absent fields stay. */
export interface ProfileChange {
  name?: string;
  email?: string;
  language?: Language;
  /** Name by IANA. */
  timeZone?: string;
}

@Injectable()
export class ProfilesService {
  constructor(
    private readonly database: Database,
    private readonly users: UserRepository,
    private readonly tenants: TenantRepository,
    private readonly addresses: AddressRepository,
    private readonly addressesService: AddressesService,
    private readonly publisher: CredentialPublisher,
  ) {}

  /** @throws Problem NotFound */
  async getProfile(id: string): Promise<Profile & { tenants: MemberTenant[] }> {
    const profile = await this.findProfile(id);
    if (!profile) throw new Problem('NotFound');
    return { ...profile, tenants: await this.listTenants(id) };
  }

  findProfile(id: string): Promise<Profile | undefined> {
    return this.database.statement((pool) => this.users.findProfile(pool, id));
  }

  listTenants(id: string): Promise<MemberTenant[]> {
    return this.database.statement((pool) => this.tenants.listOfUser(pool, id));
  }

  /**
   * A new e-mail address is the one to log in with at once, and unverified.
   * @throws Problem NotFound, AlreadyExists, InvalidParameter, PermissionDenied (blocked), Throttling
   */
  async updateProfile(
    id: string,
    { name, email, language: chosenLanguage, timeZone }: ProfileChange,
  ): Promise<Profile & { tenants: MemberTenant[] }> {
    if (email !== undefined) await this.addressesService.limitMail(id, email);
    await this.database.system(async (tx) => {
      const user = await this.addresses.lockUserForUpdate(tx, id);
      if (!user) throw new Problem('NotFound');
      await assertSessionOpen(tx);
      const change = { name, chosenLanguage, timeZone };
      if (Object.values(change).some((value) => value !== undefined)) await this.users.update(tx, id, change);
      if (email !== undefined) await this.addressesService.changeLogin(tx, { ...user, name: name ?? user.name }, email);
    });
    if (email !== undefined) await this.publisher.publish([{ kind: 'user', name: id }]);
    return this.getProfile(id);
  }

  /** When this returns, every app rejects the sessions of a disabled user. @throws Problem NotFound */
  async setStatus(id: string, status: UserStatus, reason?: string): Promise<void> {
    const changes = [{ kind: 'user', name: id }] as const;
    await this.database.system(async (tx) => {
      if (!(await this.users.update(tx, id, { status }))) throw new Problem('NotFound');
      await recordViewChanges(tx, changes);
      await auditUser(tx, status === 'active' ? 'person.enabled' : 'person.disabled', id, { reason });
    });
    await this.publisher.publish(changes);
  }
}
