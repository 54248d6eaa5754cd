import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import type { Role } from '#libs/auth';
import type { Id, TenantId } from '#libs/persistence';
import { sha256Hex } from '#libs/secrets';
import { SystemDatabase } from '../database/system-database.js';

export interface Invitation {
  id: string;
  email: string;
  role: Role;
  invitedBy: Id<'usr'>;
  createdAt: Date;
  expiresAt: Date;
}

/** What the token of a link leads to. */
export interface FoundInvitation extends Invitation {
  tenantId: TenantId;
  acceptedAt: Date | null;
  revokedAt: Date | null;
}

/** Revoked now, revoked before, or too late. */
export type Revocation = 'revoked' | 'known' | 'accepted';

/** An invitation as whoever has its link is shown it. */
export interface ShownInvitation extends FoundInvitation {
  tenantName: string;
  /** A name, or where there is none an address; empty when the person is gone. */
  inviter: string;
  /** Who signs in with the address or has proved it. */
  holder: Id<'usr'> | null;
  /** Whether that person signs in with this very address. */
  isLogin: boolean;
}

export interface NewInvitation {
  tenantId: TenantId;
  email: string;
  role: Role;
  token: string;
  invitedBy: Id<'usr'>;
  expiresAt: Date;
}

const FIELDS = `id, email, role, invited_by as "invitedBy", created_at as "createdAt", expires_at as "expiresAt"`;
const OPEN = 'accepted_at is null and revoked_at is null';
const FORGOTTEN_AFTER = '90 days';

@Injectable()
export class InvitationRepository {
  constructor(private readonly system: SystemDatabase) {}

  /** @throws the database's error of constraint invitation__open__uq when the address is invited already */
  async insert(tx: EntityManager, invitation: NewInvitation): Promise<Invitation> {
    const { tenantId, email, role, token, invitedBy, expiresAt } = invitation;
    const [row] = await tx.query<[Invitation]>(
      `insert into invitation (tenant_id, email, role, token_hash, invited_by, expires_at)
       values ($1, $2, $3, $4, $5, $6) returning ${FIELDS}`,
      [tenantId, email, role, sha256Hex(token), invitedBy, expiresAt],
    );
    return row;
  }

  /** Makes room: an invitation whose time is over stands in nobody's way, and an old one is forgotten. */
  async tidy(tx: EntityManager, tenantId: TenantId, email: string): Promise<void> {
    await tx.query(
      `update invitation set revoked_at = now()
        where tenant_id = $1 and email = $2 and ${OPEN} and expires_at <= now()`,
      [tenantId, email],
    );
    await tx.query(
      `delete from invitation where tenant_id = $1 and expires_at < now() - interval '${FORGOTTEN_AFTER}'`,
      [tenantId],
    );
  }

  /** Those that were neither accepted nor revoked, newest first. */
  async open(tx: EntityManager, tenantId: TenantId, limit: number): Promise<Invitation[]> {
    return tx.query<Invitation[]>(
      `select ${FIELDS} from invitation where tenant_id = $1 and ${OPEN} order by id desc limit $2`,
      [tenantId, limit],
    );
  }

  /** What it is now, or was before; undefined when there is no such invitation. */
  async revoke(tx: EntityManager, tenantId: TenantId, id: string): Promise<Revocation | undefined> {
    const [rows] = await tx.query<[{ outcome: Revocation }[], number]>(
      `update invitation i set revoked_at = case when i.accepted_at is null then coalesce(i.revoked_at, now()) end
         from (select id, revoked_at from invitation where tenant_id = $1 and id = $2 for update) before
        where i.id = before.id
        returning case when i.accepted_at is not null then 'accepted'
                       when before.revoked_at is not null then 'known' else 'revoked' end as outcome`,
      [tenantId, id],
    );
    return rows[0]?.outcome;
  }

  async findByToken(token: string): Promise<FoundInvitation | undefined> {
    const [invitation] = await this.system.query<FoundInvitation>(
      `select ${FIELDS}, tenant_id as "tenantId", accepted_at as "acceptedAt", revoked_at as "revokedAt"
         from invitation where token_hash = $1`,
      [sha256Hex(token)],
    );
    return invitation;
  }

  async show(token: string): Promise<ShownInvitation | undefined> {
    const [invitation] = await this.system.query<ShownInvitation>(
      `select i.id, i.email, i.role, i.invited_by as "invitedBy", i.created_at as "createdAt",
              i.expires_at as "expiresAt", i.tenant_id as "tenantId", i.accepted_at as "acceptedAt",
              i.revoked_at as "revokedAt", t.name as "tenantName",
              coalesce(nullif(u.name, ''), login.email, '') as inviter,
              held.user_id as holder, coalesce(held.is_primary, false) as "isLogin"
         from invitation i join tenant t on t.id = i.tenant_id
         left join user_account u on u.id = i.invited_by
         left join email_address login on login.user_id = u.id and login.is_primary
         left join email_address held on held.email = i.email and (held.is_primary or held.verified_at is not null)
        where i.token_hash = $1`,
      [sha256Hex(token)],
    );
    return invitation;
  }

  /** Of several at the same moment one is true. */
  async accept(tx: EntityManager, { tenantId, id }: FoundInvitation, userId: string): Promise<boolean> {
    const [rows] = await tx.query<[object[], number]>(
      `update invitation set accepted_at = now(), accepted_by = $3
        where tenant_id = $1 and id = $2 and ${OPEN} and expires_at > now() returning id`,
      [tenantId, id, userId],
    );
    return rows.length === 1;
  }
}
