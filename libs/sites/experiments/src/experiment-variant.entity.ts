import { Column, Entity, PrimaryColumn } from 'typeorm';
import { DataRights, type TenantId } from '#libs/core/persistence';

/** A version of the page in an experiment. The first one is the control. */
@Entity()
@DataRights({ erasure: { stays: 'Pages of the tenant' } })
export class ExperimentVariant {
  @PrimaryColumn('text')
  tenantId: TenantId;

  @PrimaryColumn('text')
  experimentId: string;

  @PrimaryColumn('text')
  id: string;

  @Column('text')
  name: string;

  @Column('integer')
  version: number;

  /** 0 to 100. */
  @Column('double precision')
  weight: number;

  @Column('smallint')
  position: number;
}
