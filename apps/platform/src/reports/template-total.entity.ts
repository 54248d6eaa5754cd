import { Column, Entity, PrimaryColumn } from 'typeorm';
import type { TenantId } from '#libs/persistence';

@Entity()
export class TemplateTotal {
  @PrimaryColumn('text')
  tenantId: TenantId;

  @PrimaryColumn('text')
  span: string;

  @PrimaryColumn('timestamptz', { precision: 0 })
  start: Date;

  @PrimaryColumn('text')
  channel: string;

  @PrimaryColumn('text')
  templateId: string;

  @PrimaryColumn('text')
  event: string;

  @Column('bigint')
  count: string;
}
