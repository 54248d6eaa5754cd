import { Column, Entity, PrimaryColumn } from 'typeorm';
import { DataRights, CreatedAt, type Id, type TenantId, Timestamp } from '#libs/core/persistence';
import type { Channel } from '../channel.js';

/** A message to one recipient. The table is partitioned by its time-ordered id. */
@Entity()
@DataRights({ erasure: 'erased' })
export class Message {
  @PrimaryColumn('text')
  tenantId: TenantId;

  @PrimaryColumn('text')
  id: string;

  @Column('text')
  channel: Channel;

  @Column('text')
  status: string;

  @Column('text')
  environment: 'live' | 'test';

  @Column('text')
  sender: string;

  @Column('text')
  recipient: string;

  @Column('text')
  subject: string;

  /** Messages of one call share their content. */
  @Column('text')
  contentId: string;

  @Column('text', { nullable: true })
  templateId: string | null;

  @Column('jsonb', { nullable: true })
  tags: Record<string, string> | null;

  /** Message-ID that an e-mail leaves with, in its brackets. */
  @Column('text', { nullable: true })
  internetMessageId: string | null;

  /** The campaign that it is of. */
  @Column('text', { nullable: true })
  campaignId: string | null;

  /** The topic that it is of, or the list. */
  @Column('text', { nullable: true })
  topic: Id<'top' | 'lst'> | null;

  /** Purpose of a message that the CRM asked for, `<enrollment>/<seq>`: its reports say it. */
  @Column('text', { nullable: true })
  origin: string | null;

  @Column('text', { nullable: true })
  error: string | null;

  @CreatedAt()
  createdAt: Date;

  @Timestamp()
  updatedAt: Date;

  @Timestamp({ nullable: true })
  scheduledAt: Date | null;

  @Timestamp({ nullable: true })
  sentAt: Date | null;
}
