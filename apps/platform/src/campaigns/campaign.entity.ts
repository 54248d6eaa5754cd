import { Column, Entity, PrimaryColumn } from 'typeorm';
import { DataRights, CreatedAt, type Id, type TenantId, Timestamp, UpdatedAt } from '#libs/core/persistence';
import type { CampaignContent, CampaignStatus } from './campaign.js';

/** One e-mail to the members of a list. */
@Entity()
@DataRights({ erasure: { stays: 'Settings of the tenant' } })
export class Campaign {
  @PrimaryColumn('text')
  tenantId: TenantId;

  @PrimaryColumn('text')
  id: Id<'cam'>;

  @Column('text')
  name: string;

  @Column('text')
  status: CampaignStatus;

  @Column('text')
  environment: 'live' | 'test';

  @Column('text')
  listId: Id<'lst'>;

  @Column('jsonb')
  content: CampaignContent;

  @Timestamp({ nullable: true })
  sendAt: Date | null;

  /** Counts starts and resumptions: a job of an earlier run does nothing. */
  @Column('integer')
  run: number;

  /** The last contact that was processed, in the order of ids; empty before the first. */
  @Column('text')
  reached: string;

  /** Members of the list at the start, or processed contacts when they are more. */
  @Column('integer')
  recipients: number;

  @Column('integer')
  accepted: number;

  @Column('integer')
  skipped: number;

  @Column('integer')
  failed: number;

  /** Why it is paused. */
  @Column('text', { nullable: true })
  error: string | null;

  /** When a paused campaign resumes by itself; null if it waits for a user. */
  @Timestamp({ nullable: true })
  resumeAt: Date | null;

  @CreatedAt()
  createdAt: Date;

  @UpdatedAt()
  updatedAt: Date;

  @Timestamp({ nullable: true })
  startedAt: Date | null;

  @Timestamp({ nullable: true })
  endedAt: Date | null;
}
