import { Column, Entity, PrimaryColumn } from 'typeorm';
import { DataRights, type TenantId, Timestamp } from '#libs/core/persistence';

/** The visitor who sent a lead, with consent: the erasure of a person finds the sessions by it. */
@Entity()
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
