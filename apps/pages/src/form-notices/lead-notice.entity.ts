import { Column, Entity, PrimaryColumn } from 'typeorm';
import type { LeadMailFault } from '#libs/core/app-events';
import { CreatedAt, DataRights, type TenantId } from '#libs/core/persistence';

/** A notice to members goes out once for a lead, and so does an answer to its visitor. */
export type LeadNoticeKind = 'notice' | 'answer';

/** A mail about a lead that was asked for. */
@Entity()
@DataRights({ erasure: 'erased', withheld: { address_hash: 'The address itself is in the lead' } })
export class LeadNotice {
  @PrimaryColumn('text')
  tenantId: TenantId;

  @PrimaryColumn('text')
  leadId: string;

  @PrimaryColumn('text')
  kind: LeadNoticeKind;

  @Column('text')
  formId: string;

  /** Hash of the address that is answered; null for a notice. */
  @Column('text', { nullable: true })
  addressHash: string | null;

  /** Reason for which Platform did not send it. */
  @Column('text', { nullable: true })
  fault: LeadMailFault | null;

  @CreatedAt()
  createdAt: Date;
}
