import { Injectable } from '@nestjs/common';
import { Problem } from '#libs/http';
import { recordViewChanges } from '../credentials/view-changes.js';
import { ViewPublisher } from '../credentials/view-publisher.js';
import { SystemDatabase } from '../database/system-database.js';
import { TenantRepository, type MemberTenant } from '../tenants/tenant.repository.js';
import { PersonRepository, type PersonStatus, type Profile } from './person.repository.js';

@Injectable()
export class PeopleService {
  constructor(
    private readonly system: SystemDatabase,
    private readonly people: PersonRepository,
    private readonly tenants: TenantRepository,
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

  /** When this returns, a disabled person's sessions open nothing any more. @throws Problem NotFound */
  async setStatus(id: string, status: PersonStatus): Promise<void> {
    const changes = [{ kind: 'user', name: id }] as const;
    await this.system.transaction(async (tx) => {
      if (!(await this.people.setStatus(tx, id, status))) throw new Problem('NotFound');
      await recordViewChanges(tx, changes);
    });
    await this.publisher.enforce(changes);
  }
}
