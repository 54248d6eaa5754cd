import { Column, Entity } from 'typeorm';
import { ClaimedDomain } from '#libs/messaging/domains';
import { DataRights, bigintNumber } from '#libs/core/persistence';

/** A domain that a tenant sends from, or wants to. */
@Entity()
@DataRights({ erasure: { stays: 'Settings of the tenant' } })
export class SendingDomain extends ClaimedDomain {
  /** Place in the list: microseconds since 2020. */
  @Column('bigint', { transformer: bigintNumber })
  position: number;
}
