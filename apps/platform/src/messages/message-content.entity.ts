import { Column, Entity, PrimaryColumn } from 'typeorm';
import type { TenantId } from '#libs/persistence';

@Entity()
export class MessageContent {
  @PrimaryColumn('text')
  tenantId: TenantId;

  @PrimaryColumn('text')
  id: string;

  @Column('text', { nullable: true })
  bodyText: string | null;

  @Column('text', { nullable: true })
  bodyHtml: string | null;

  @Column('text', { array: true })
  toAddresses: string[];

  @Column('text', { array: true })
  ccAddresses: string[];

  @Column('text', { array: true })
  replyTo: string[];

  @Column('jsonb', { nullable: true })
  headers: unknown | null;

  @Column('jsonb', { nullable: true })
  attachments: unknown | null;

  @Column('jsonb', { nullable: true })
  data: unknown | null;
}
