import { Column, Entity, PrimaryColumn } from 'typeorm';
import { CreatedAt, DataRights, type TenantId, Timestamp, UpdatedAt } from '#libs/core/persistence';
import type { JourneyCriteria } from './journey-criteria.js';
import type { Reentry, TriggerKind, TriggerParameters } from './journey-trigger.js';

/** Steps that are done with contacts which something made enter. */
@Entity()
@DataRights({ erasure: 'erased' })
export class Journey {
  @PrimaryColumn('text')
  tenantId: TenantId;

  /** UUIDv7. */
  @PrimaryColumn('uuid')
  id: string;

  @Column('text')
  name: string;

  @Column('text')
  trigger: TriggerKind;

  @Column('jsonb')
  parameters: TriggerParameters;

  /** True while contacts enter, and those inside go on. */
  @Column('boolean')
  active: boolean;

  /** Version of the steps for those who enter from now on. */
  @Column('integer')
  version: number;

  @Column('text')
  reentry: Reentry;

  /** Who meets them leaves; of everybody inside, whatever their version. */
  @Column('jsonb', { nullable: true })
  exitCriteria: JourneyCriteria | null;

  /** Who meets them has got there, and leaves. */
  @Column('jsonb', { nullable: true })
  goal: JourneyCriteria | null;

  /** Time before which contacts that fell silent have entered; null unless it waits for silence. */
  @Timestamp({ nullable: true })
  sweptAt: Date | null;

  /** Greatest id of those who fell silent at that very time and have entered, too; empty if there are none. */
  @Column('text')
  sweptContact: string;

  @CreatedAt()
  createdAt: Date;

  @UpdatedAt()
  updatedAt: Date;

  @Timestamp({ nullable: true })
  deletedAt: Date | null;
}
