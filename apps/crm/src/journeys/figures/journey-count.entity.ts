import { Column, Entity, PrimaryColumn } from 'typeorm';
import { DataRights, type TenantId } from '#libs/core/persistence';

/** Contacts at a step of a version of a journey on a day in UTC. Step 0 is the journey as a whole. */
@Entity()
@DataRights({ erasure: { stays: 'Totals, without persons' } })
export class JourneyCount {
  @PrimaryColumn('text')
  tenantId: TenantId;

  @PrimaryColumn('uuid')
  journeyId: string;

  @PrimaryColumn('integer')
  version: number;

  @PrimaryColumn('integer')
  step: number;

  @PrimaryColumn('date')
  day: string;

  @Column('integer')
  entered: number;

  @Column('integer')
  departed: number;

  /** How many of those who departed could not do the step. */
  @Column('integer')
  failed: number;

  /** How many messages the step has asked Platform for. */
  @Column('integer', { default: 0 })
  requested: number;
}
