import { Column, PrimaryColumn } from 'typeorm';
import { DomainClaim } from '#libs/core/domain-claims';
import type { RecordChecks } from './records/record-status.js';

/** The columns of a domain for mail that a tenant claims. */
export abstract class ClaimedDomain extends DomainClaim {
  @PrimaryColumn('uuid')
  id: string;

  /** Lower case, in A-labels. */
  @Column('text')
  name: string;

  /** Result of the last check for each record. */
  @Column('jsonb')
  recordChecks: RecordChecks;
}
