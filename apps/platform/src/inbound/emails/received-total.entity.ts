import { Column, Entity, PrimaryColumn } from 'typeorm';
import { bigintNumber, DataRights, type TenantId } from '#libs/core/persistence';

/** Bytes of the mail that a tenant has received and still has; triggers of `received_email` keep it. A small mail counts as 16 KiB. */
@Entity()
@DataRights({ erasure: { stays: 'A number and no person' } })
export class ReceivedTotal {
  @PrimaryColumn('text')
  tenantId: TenantId;

  @Column('bigint', { transformer: bigintNumber })
  bytes: number;
}
