import { Column, CreateDateColumn, Entity, PrimaryGeneratedColumn } from 'typeorm';
import type { ViewKind } from '#libs/auth';

/** A change of a credential that the credential view does not show yet. */
@Entity('view_change')
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
