import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { v7 as uuidv7 } from 'uuid';
import { lockKey, type TenantId } from '#libs/persistence';
import type { RecordChecks, SendingDomain } from './domain.js';
import type { Verdict } from './verdict.js';

const COLUMNS = `id, name, ownership_token as "ownershipToken", verified_at as "verifiedAt", created_at as "createdAt",
  last_checked_at as "lastCheckedAt", missing_since as "missingSince", record_checks as "recordChecks",
  position::float8 as position`;

/** The rows of sending domains, inside a tenant's transaction. */
@Injectable()
export class DomainRepository {
  /** Adds a domain; undefined when the tenant has `limit` of them, two that come at once included. */
  async insert(tx: EntityManager, tenantId: TenantId, name: string, limit: number): Promise<SendingDomain | undefined> {
    await lockKey(tx, 'sending domains', tenantId);
    const [row] = await tx.query<SendingDomain[]>(
      `insert into sending_domain (tenant_id, id, name)
       select $1, $2, $3 where (select count(*) from sending_domain where tenant_id = $1) < $4::integer
       returning ${COLUMNS}`,
      [tenantId, uuidv7(), name, limit],
    );
    return row;
  }

  /** The domain's id, made if the tenant did not have it yet. */
  async ensure(tx: EntityManager, tenantId: TenantId, name: string): Promise<string> {
    await tx.query(
      `insert into sending_domain (tenant_id, id, name) values ($1, $2, $3)
       on conflict on constraint sending_domain__name__uq do nothing`,
      [tenantId, uuidv7(), name],
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

  /** How many domains the tenant has, and whether the name is among them. */
  async census(tx: EntityManager, tenantId: TenantId, name: string): Promise<{ count: number; hasName: boolean }> {
    const [row] = await tx.query<[{ count: number; hasName: boolean }]>(
      `select count(*)::integer as count, coalesce(bool_or(name = $2), false) as "hasName"
       from sending_domain where tenant_id = $1`,
      [tenantId, name],
    );
    return row;
  }

  /** The domains before a position, newest first. */
  async before(
    tx: EntityManager,
    tenantId: TenantId,
    position: number | undefined,
    limit: number,
  ): Promise<SendingDomain[]> {
    return tx.query(
      `select ${COLUMNS} from sending_domain
       where tenant_id = $1 and ($2::bigint is null or position < $2) order by position desc limit $3`,
      [tenantId, position, limit],
    );
  }

  async find(tx: EntityManager, tenantId: TenantId, id: string): Promise<SendingDomain | undefined> {
    const [row] = await tx.query<SendingDomain[]>(
      `select ${COLUMNS} from sending_domain where tenant_id = $1 and id = $2`,
      [tenantId, id],
    );
    return row;
  }

  /** Finds a domain and keeps other changes of it and its keys waiting until the transaction ends. */
  async lock(tx: EntityManager, tenantId: TenantId, id: string): Promise<SendingDomain | undefined> {
    const [row] = await tx.query<SendingDomain[]>(
      `select ${COLUMNS} from sending_domain where tenant_id = $1 and id = $2 for update`,
      [tenantId, id],
    );
    return row;
  }

  /** Records a check. Fails on sending_domain__verified__uq when another tenant has the domain verified. */
  async recordCheck(
    tx: EntityManager,
    tenantId: TenantId,
    id: string,
    checks: RecordChecks,
    { verifiedAt, missingSince, nextCheckAt }: Verdict,
    checkedAt: Date,
  ): Promise<void> {
    await tx.query(
      `update sending_domain set record_checks = $3, verified_at = $4, missing_since = $5, next_check_at = $6,
              last_checked_at = $7
       where tenant_id = $1 and id = $2`,
      [tenantId, id, checks, verifiedAt, missingSince, nextCheckAt, checkedAt],
    );
  }

  /** Has a verified domain checked soon: it has new keys. */
  async checkSoon(tx: EntityManager, tenantId: TenantId, id: string, at: Date): Promise<void> {
    await tx.query(
      `update sending_domain set next_check_at = least(next_check_at, $3) where tenant_id = $1 and id = $2`,
      [tenantId, id, at],
    );
  }

  /** Removes a domain with its keys. False for an unknown id. */
  async delete(tx: EntityManager, tenantId: TenantId, id: string): Promise<boolean> {
    const [, count] = await tx.query<[unknown, number]>(`delete from sending_domain where tenant_id = $1 and id = $2`, [
      tenantId,
      id,
    ]);
    return count === 1;
  }
}
