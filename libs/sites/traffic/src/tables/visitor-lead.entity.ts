import { Column, Entity, Index, PrimaryColumn } from 'typeorm';
import { DataRights, type TenantId, Timestamp } from '#libs/core/persistence';

/** The visitor who sent a lead, with consent: the erasure of a person finds the sessions by it, as long as there may be any. */
@Entity()
@Index('visitor_lead__at__ix', ['at'])
@Index('visitor_lead__visitor__ix', ['tenantId', 'visitorId', 'at'])
@DataRights({ erasure: 'erased' })
export class VisitorLead {
  @PrimaryColumn('text')
  tenantId: TenantId;

  @PrimaryColumn('text')
  leadId: string;

  @Column('text')
  visitorId: string;

  @Timestamp()
  at: Date;
}
