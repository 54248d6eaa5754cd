import { Column, Entity, PrimaryColumn } from 'typeorm';
import { DataRights, type TenantId, Timestamp } from '#libs/core/persistence';
import type { EventKind } from '../collected-event.js';

/**
 * An event of a visitor, kept for as many days as the tenant's plan says. The table is partitioned by those days, and by the day. It
 * is read for a session, for lists and to make totals anew; reports read totals.
 */
@Entity()
@DataRights({ erasure: 'erased' })
export class Event {
  @PrimaryColumn('text')
  tenantId: TenantId;

  @PrimaryColumn('uuid')
  sessionId: string;

  @PrimaryColumn('timestamptz', { precision: 3 })
  at: Date;

  @PrimaryColumn('uuid')
  id: string;

  @PrimaryColumn('smallint')
  keptDays: number;

  /** Null for who asks not to be followed. */
  @Column('text', { nullable: true })
  visitorId: string | null;

  @Column('text')
  kind: EventKind;

  /** Id of a page, or of a pixel. */
  @Column('text')
  pageId: string;

  @Column('text', { nullable: true })
  variant: string | null;

  @Column('text')
  path: string;

  /** Per cent of the page. */
  @Column('smallint', { nullable: true })
  x: number | null;

  @Column('smallint', { nullable: true })
  y: number | null;

  @Column('smallint', { nullable: true })
  depth: number | null;

  @Column('text', { nullable: true })
  name: string | null;

  @Column('double precision', { nullable: true })
  value: number | null;

  @Column('jsonb', { nullable: true })
  extra: Readonly<Record<string, string | number | boolean>> | null;

  /** Whether a program sent it; its session says why. */
  @Column('boolean')
  isBot: boolean;

  @Timestamp()
  receivedAt: Date;
}
