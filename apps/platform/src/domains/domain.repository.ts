import { randomUUID } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import type { TenantId } from '#libs/persistence';

export interface DomainKey {
  selector: string;
  algorithm: 'rsa-2048' | 'ed25519';
  /** Sealed; see DKIM_KEY_PURPOSE. */
  privateKey: string;
  publicKey: string;
}

/** The sending domains of a tenant and their DKIM keys. */
@Injectable()
export class DomainRepository {
  /** The domain's id, made if the tenant did not have it yet. */
  async ensure(tx: EntityManager, tenantId: TenantId, name: string): Promise<string> {
    await tx.query(
      `insert into sending_domain (tenant_id, id, name) values ($1, $2, $3)
       on conflict on constraint sending_domain__name__uq do nothing`,
      [tenantId, randomUUID(), name],
    );
    const [row] = await tx.query<{ id: string }[]>(`select id from sending_domain where tenant_id = $1 and name = $2`, [
      tenantId,
      name,
    ]);
    if (!row) throw new Error('A domain vanished while it was being made');
    return row.id;
  }

  async markVerified(tx: EntityManager, tenantId: TenantId, domainId: string): Promise<void> {
    await tx.query(
      `update sending_domain set verified_at = coalesce(verified_at, now()) where tenant_id = $1 and id = $2`,
      [tenantId, domainId],
    );
  }

  async keys(tx: EntityManager, tenantId: TenantId, domainId: string): Promise<DomainKey[]> {
    return tx.query(
      `select selector, algorithm, private_key as "privateKey", public_key as "publicKey"
       from domain_key where tenant_id = $1 and domain_id = $2 and active order by created_at, selector`,
      [tenantId, domainId],
    );
  }

  async addKey(tx: EntityManager, tenantId: TenantId, domainId: string, key: DomainKey): Promise<void> {
    await tx.query(
      `insert into domain_key (tenant_id, id, domain_id, selector, algorithm, private_key, public_key)
       values ($1, $2, $3, $4, $5, $6, $7) on conflict on constraint domain_key__selector__uq do nothing`,
      [tenantId, randomUUID(), domainId, key.selector, key.algorithm, key.privateKey, key.publicKey],
    );
  }
}
