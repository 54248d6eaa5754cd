import { Column, Entity, PrimaryColumn } from 'typeorm';
import type { ActorKind } from '#libs/core/auth';
import { DataRights, bigintNumber, Timestamp, type Id, type TenantId } from '#libs/core/persistence';
import type { AuditFields } from './audit-event.js';

/** An entry of the log. The columns of the chain are the trigger's; only {@link verifyAudit} reads them. */
@Entity()
@DataRights({
  erasure: { stays: 'Links of a chain; they name contacts by their ids' },
  withheld: {
    chain: 'Proves the audit log of all accounts together; of no use without the entries of the others',
    position: 'Proves the audit log of all accounts together; of no use without the entries of the others',
    previous_hash: 'Proves the audit log of all accounts together; of no use without the entries of the others',
    hash: 'Proves the audit log of all accounts together; of no use without the entries of the others',
  },
  kept: 'Links of a chain, which proves by being whole; they name users and objects by their ids',
})
export class AuditEntry {
  @PrimaryColumn('text')
  id: Id<'aud'>;

  @Column('smallint', { select: false })
  chain?: number;

  @Column('bigint', { select: false, transformer: bigintNumber })
  position?: number;

  @Column('text', { select: false })
  previousHash?: string;

  @Column('text', { select: false })
  hash?: string;

  @Timestamp()
  occurredAt: Date;

  @Column('text', { nullable: true })
  tenantId: TenantId | null;

  @Column('text')
  actorKind: ActorKind;

  @Column('text', { nullable: true })
  actorId: string | null;

  @Column('text', { nullable: true })
  sessionId: string | null;

  @Column('text')
  action: string;

  @Column('text')
  objectType: string;

  @Column('text')
  objectId: string;

  @Column('text', { nullable: true })
  reason: string | null;

  @Column('jsonb', { nullable: true })
  before: AuditFields | null;

  @Column('jsonb', { nullable: true })
  after: AuditFields | null;

  @Column('text', { nullable: true })
  ip: string | null;

  @Column('text', { nullable: true })
  userAgent: string | null;

  @Column('text', { nullable: true })
  requestId: string | null;
}
