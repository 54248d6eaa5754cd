import { Entity, PrimaryColumn } from 'typeorm';
import { DataRights, type TenantId } from '#libs/core/persistence';

/** A reference from a content to the blob of an attachment. The blob is kept as long as the content. */
@Entity()
@DataRights({ erasure: 'erased' })
export class MessageAttachment {
  @PrimaryColumn('text')
  tenantId: TenantId;

  @PrimaryColumn('text')
  contentId: string;

  @PrimaryColumn('text')
  hash: string;
}
