import { Entity, PrimaryColumn } from 'typeorm';
import type { TenantId } from '#libs/persistence';

/** Says that a content has a blob as attachment, so that the blob stays for as long as the content does. */
@Entity()
export class MessageAttachment {
  @PrimaryColumn('text')
  tenantId: TenantId;

  @PrimaryColumn('text')
  contentId: string;

  @PrimaryColumn('text')
  hash: string;
}
