import { Column, Entity, PrimaryColumn } from 'typeorm';
import { DataRights, CreatedAt, Timestamp, type Id, type TenantId } from '#libs/core/persistence';

/** An answer of an app that has removed a tenant. */
export interface RemovalAnswer {
  /** ISO 8601. */
  at: string;
  /** How many rows, by table. */
  rows: Record<string, number>;
}

/**
 * The deletion of a tenant: requested, running or finished. It stays as the proof, and names users by their ids alone. It is
 * deleted when the tenant is restored.
 */
@Entity()
@DataRights({
  erasure: { stays: 'Ids and times' },
  leftOut: 'The record of a deletion, which ends the account',
  kept: 'The record of the deletion',
})
export class TenantDeletion {
  @PrimaryColumn('text')
  tenantId: TenantId;

  @Column('text', { unique: true })
  id: Id<'del'>;

  @Column('text')
  requestedBy: Id<'usr'>;

  @CreatedAt()
  requestedAt: Date;

  /** The end of the grace: until then an owner can restore the tenant. */
  @Timestamp()
  dueAt: Date;

  /** When the apps were told to remove it; from then on it cannot be restored. */
  @Timestamp({ nullable: true })
  startedAt: Date | null;

  /** When the apps that have not answered were asked last. */
  @Timestamp({ nullable: true })
  askedAt: Date | null;

  /** When every app had answered. */
  @Timestamp({ nullable: true })
  finishedAt: Date | null;

  /** The apps that have data of tenants. */
  @Column('text', { array: true, default: '{}' })
  awaited: string[];

  /** Answers by the name of the app. */
  @Column('jsonb', { default: {} })
  answers: Record<string, RemovalAnswer>;
}
