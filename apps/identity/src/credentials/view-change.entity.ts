import { Column, CreateDateColumn, Entity, PrimaryGeneratedColumn } from 'typeorm';
import { DataRights } from '#libs/core/persistence';
import type { ViewKind } from '#libs/core/auth';

/** A change of a credential that the credential view does not show yet. */
@Entity('view_change')
@DataRights({ erasure: { stays: 'Which credentials changed, by their ids' } })
export class ViewChange {
  @PrimaryGeneratedColumn('identity', { type: 'bigint', generatedIdentity: 'ALWAYS' })
  id: string;

  @Column('text')
  kind: ViewKind;

  @Column('text')
  name: string;

  @CreateDateColumn({ type: 'timestamptz', name: 'created_at', precision: 3 })
  createdAt: Date;
}
