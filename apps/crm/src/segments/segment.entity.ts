import { Column, Entity, PrimaryColumn } from 'typeorm';
import { CreatedAt, DataRights, type TenantId, Timestamp, UpdatedAt } from '#libs/core/persistence';
import type { Conjunction, Criterion } from '../criteria/criterion.js';

/** Whether all contacts have been evaluated since the criteria were written; `waiting` before the first. */
export type SegmentState = 'waiting' | 'filling' | 'ready';

/** Contacts that meet criteria. A deleted one keeps its row and has no members. */
@Entity()
@DataRights({ erasure: 'erased' })
export class Segment {
  @PrimaryColumn('text')
  tenantId: TenantId;

  /** UUIDv7. */
  @PrimaryColumn('uuid')
  id: string;

  @Column('text')
  name: string;

  /** The name without case and accents; no two live segments of a tenant have the same. */
  @Column('text')
  nameKey: string;

  @Column('text')
  conjunction: Conjunction;

  /** E-mail addresses and telephone numbers in them are sealed. */
  @Column('jsonb')
  criteria: readonly Criterion[];

  /** Whether Platform keeps a list of the members. */
  @Column('boolean', { default: false })
  isList: boolean;

  /** Grows with each change of the criteria, and ends the evaluation of those before. */
  @Column('integer')
  version: number;

  @Column('text')
  state: SegmentState;

  /** Contacts that the evaluation of all has seen. */
  @Column('integer', { default: 0 })
  evaluated: number;

  /** The last of them, in the order of the ids; empty at the beginning. */
  @Column('text', { default: '' })
  evaluatedUpTo: string;

  /** The day, in the account's zone, on which that evaluation began. */
  @Column('date', { nullable: true })
  evaluatedOn: string | null;

  /** Whether the present day decides who is a member. */
  @Column('boolean')
  hasDays: boolean;

  /** How many members it has, or would have; -1 if they could not be counted. */
  @Column('integer', { default: -1 })
  reach: number;

  @Timestamp({ nullable: true })
  reachAt: Date | null;

  @CreatedAt()
  createdAt: Date;

  @UpdatedAt()
  updatedAt: Date;

  @Timestamp({ nullable: true })
  deletedAt: Date | null;
}
