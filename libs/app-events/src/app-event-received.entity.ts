import { Column, CreateDateColumn, Entity, PrimaryColumn } from 'typeorm';
import type { TenantId } from '#libs/persistence';

/** An event that this app has applied. */
@Entity()
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
