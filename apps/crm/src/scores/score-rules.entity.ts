import { Column, Entity, PrimaryColumn } from 'typeorm';
import { DataRights, type TenantId, UpdatedAt } from '#libs/core/persistence';
import type { Criteria } from '../criteria/criterion.js';

/** Points for the contacts that meet criteria. E-mail addresses and telephone numbers in them are sealed. */
export interface ScoreRule extends Criteria {
  name: string;
  points: number;
}

/** Whether all contacts have been evaluated since the rules were written; `waiting` before the first. */
export type ScoresState = 'waiting' | 'filling' | 'ready';

/** The rules by which the contacts of a tenant have a score: the sum of the points of those that they meet. */
@Entity()
@DataRights({ erasure: 'erased' })
export class ScoreRules {
  @PrimaryColumn('text')
  tenantId: TenantId;

  /** Without rules no contact has a score. */
  @Column('jsonb')
  rules: readonly ScoreRule[];

  /** Grows with each change of the rules, and ends the evaluation of those before. */
  @Column('integer')
  version: number;

  @Column('text')
  state: ScoresState;

  /** Contacts that the evaluation of all has seen. */
  @Column('integer', { default: 0 })
  evaluated: number;

  /** The last of them, in the order of the ids; empty at the beginning. */
  @Column('text', { default: '' })
  evaluatedUpTo: string;

  /** The day, in the account's zone, on which that evaluation began. */
  @Column('date', { nullable: true })
  evaluatedOn: string | null;

  /** Whether the present day decides who meets a rule. */
  @Column('boolean')
  hasDays: boolean;

  @UpdatedAt()
  updatedAt: Date;
}
