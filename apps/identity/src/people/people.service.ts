import { Injectable } from '@nestjs/common';
import { Problem } from '#libs/http';
import { recordViewChanges } from '../credentials/view-changes.js';
import { ViewPublisher } from '../credentials/view-publisher.js';
import { SystemDatabase } from '../database/system-database.js';
import { TenantRepository, type MemberTenant } from '../tenants/tenant.repository.js';
import { AddressRepository } from '../addresses/address.repository.js';
import { AddressService } from '../addresses/address.service.js';
import { auditPerson } from './person-audit.js';
import { PersonRepository, type PersonStatus, type Profile } from './person.repository.js';

/** What a person may change of themselves; what is absent stays. */
export interface ProfileChange {
  name?: string;
  email?: string;
}

@Injectable()
export class PeopleService {
  constructor(
    private readonly system: SystemDatabase,
    private readonly people: PersonRepository,
    private readonly tenants: TenantRepository,
    private readonly addresses: AddressRepository,
    private readonly logins: AddressService,
    private readonly publisher: ViewPublisher,
  ) {}

  /** @throws Problem NotFound */
  async profile(id: string): Promise<Profile & { tenants: MemberTenant[] }> {
    const profile = await this.people.findProfile(id);
    if (!profile) throw new Problem('NotFound');
    return { ...profile, tenants: await this.tenants.ofUser(id) };
  }

  async tenantsOf(id: string): Promise<MemberTenant[]> {
    return this.tenants.ofUser(id);
  }

  /**
   * A new e-mail address is the one to sign in with at once, and unproved.
   * @throws Problem NotFound, AlreadyExists, InvalidParameter, PermissionDenied (blocked), Throttling
   */
  async update(id: string, { name, email }: ProfileChange): Promise<Profile & { tenants: MemberTenant[] }> {
    if (email !== undefined) await this.logins.takeMail(id, email);
    await this.system.transaction(async (tx) => {
      const person = await this.addresses.lock(tx, id);
      if (!person) throw new Problem('NotFound');
      if (name !== undefined) await this.people.setName(tx, id, name);
      if (email !== undefined) await this.logins.changeLogin(tx, { ...person, name: name ?? person.name }, email);
    });
    if (email !== undefined) await this.publisher.enforce([{ kind: 'user', name: id }]);
    return this.profile(id);
  }

  /** When this returns, a disabled person's sessions open nothing any more. @throws Problem NotFound */
  async setStatus(id: string, status: PersonStatus): Promise<void> {
    const changes = [{ kind: 'user', name: id }] as const;
    await this.system.transaction(async (tx) => {
      if (!(await this.people.setStatus(tx, id, status))) throw new Problem('NotFound');
      await recordViewChanges(tx, changes);
      await auditPerson(tx, status === 'active' ? 'person.enabled' : 'person.disabled', id);
    });
    await this.publisher.enforce(changes);
  }
}
