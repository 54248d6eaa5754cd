import { Column, CreateDateColumn, Entity, PrimaryColumn } from 'typeorm';
import { DataRights, type TenantId } from '#libs/core/persistence';

/** An event that this app has applied. */
@Entity()
@DataRights({
  erasure: { stays: 'Ids of events' },
  leftOut: 'The ids of events between the parts of the service, which keep one from being handled twice',
})
export class AppEventReceived {
  @PrimaryColumn('text')
  tenantId: TenantId;

  @PrimaryColumn('uuid')
  id: string;

  @Column('text')
  type: string;

  /** The app that sent it. */
  @Column('text')
  sender: string;

  @CreateDateColumn({ type: 'timestamptz', precision: 3 })
  receivedAt: Date;
}
