import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { v7 as uuidv7 } from 'uuid';
import type { TenantId } from '#libs/persistence';
import type { DkimKeyType } from '#libs/email';
import { RETIRING_DAYS, type DomainKey, type KeyedDomain, type SendingDomain } from './domain.js';

export interface NewDomainKey {
  selector: string;
  algorithm: DkimKeyType;
  /** Sealed; see DKIM_KEY_PURPOSE. */
  privateKey: string;
  publicKey: string;
  /** Whether it signs at once; a key whose record is not known to be published does not. */
  active: boolean;
}

/** The DKIM keys of sending domains, inside a tenant's transaction. Keys whose time is over are not seen. */
@Injectable()
export class DomainKeyRepository {
  async insert(
    tx: EntityManager,
    tenantId: TenantId,
    domainId: string,
    { selector, algorithm, privateKey, publicKey, active }: NewDomainKey,
  ): Promise<void> {
    await tx.query(
      `insert into domain_key (tenant_id, id, domain_id, selector, algorithm, private_key, public_key, active)
       values ($1, $2, $3, $4, $5, $6, $7, $8)`,
      [tenantId, uuidv7(), domainId, selector, algorithm, privateKey, publicKey, active],
    );
  }

  /** The keys of each of the domains, oldest first. */
  async ofDomains(
    tx: EntityManager,
    tenantId: TenantId,
    domainIds: readonly string[],
  ): Promise<Map<string, DomainKey[]>> {
    const rows = await tx.query<(DomainKey & { domainId: string })[]>(
      `select domain_id as "domainId", selector, algorithm, public_key as "publicKey", created_at as "createdAt",
              retired_at as "retiredAt",
              case when active then 'active' when retired_at is null then 'pending' else 'retiring' end as state
       from domain_key
       where tenant_id = $1 and domain_id = any($2::uuid[])
         and (retired_at is null or retired_at > now() - make_interval(days => $3::integer))
       order by created_at, algorithm desc, id`,
      [tenantId, domainIds, RETIRING_DAYS],
    );
    const keys = new Map<string, DomainKey[]>(domainIds.map((id) => [id, []]));
    for (const { domainId, ...key } of rows) keys.get(domainId)?.push(key);
    return keys;
  }

  /** The domain with its keys. */
  async keyed(tx: EntityManager, tenantId: TenantId, domain: SendingDomain): Promise<KeyedDomain> {
    const keys = await this.ofDomains(tx, tenantId, [domain.id]);
    return { ...domain, keys: keys.get(domain.id) ?? [] };
  }

  /** Lets keys sign from now on, and others no more. */
  async replace(
    tx: EntityManager,
    tenantId: TenantId,
    domainId: string,
    activated: readonly string[],
    retired: readonly string[],
  ): Promise<void> {
    await tx.query(
      `update domain_key
       set active = selector = any($3::text[]),
           retired_at = case when selector = any($4::text[]) then now() else retired_at end
       where tenant_id = $1 and domain_id = $2 and selector = any($3::text[] || $4::text[])`,
      [tenantId, domainId, activated, retired],
    );
  }

  /** Forgets the keys whose time is over. */
  async removeExpired(tx: EntityManager, tenantId: TenantId, domainId: string): Promise<void> {
    await tx.query(
      `delete from domain_key
       where tenant_id = $1 and domain_id = $2 and retired_at <= now() - make_interval(days => $3::integer)`,
      [tenantId, domainId, RETIRING_DAYS],
    );
  }
}
