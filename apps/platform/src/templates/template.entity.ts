import { Column, Entity, PrimaryColumn } from 'typeorm';
import { DataRights, CreatedAt, type TenantId, UpdatedAt } from '#libs/core/persistence';
import type { Channel } from '../channel.js';

@Entity()
@DataRights({ erasure: { stays: 'Settings of the tenant' } })
export class Template {
  @PrimaryColumn('text')
  tenantId: TenantId;

  @PrimaryColumn('text')
  id: string;

  @Column('text')
  name: string;

  /** A name that sends may use in place of the id; unique in the tenant. */
  @Column('text', { nullable: true })
  alias: string | null;

  @Column('text')
  channel: Channel;

  @Column('text', { nullable: true })
  subject: string | null;

  @Column('text', { nullable: true })
  html: string | null;

  @Column('text', { nullable: true })
  text: string | null;

  @CreatedAt()
  createdAt: Date;

  @UpdatedAt()
  updatedAt: Date;
}
