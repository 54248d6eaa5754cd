import { Entity, PrimaryColumn } from 'typeorm';
import { DataRights, type TenantId } from '#libs/core/persistence';

/** A number that a tenant has texted from the sender of the installation. */
@Entity()
@DataRights({ erasure: 'erased' })
export class SharedSenderText {
  @PrimaryColumn('text')
  tenantId: TenantId;

  @PrimaryColumn('text')
  recipient: string;
}
