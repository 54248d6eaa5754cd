import { Column, Entity, PrimaryColumn } from 'typeorm';
import { DataRights, type Id, type TenantId } from '#libs/core/persistence';

/** A file of a received message; its content is a blob. */
@Entity()
@DataRights({ erasure: 'erased' })
export class ReceivedAttachment {
  @PrimaryColumn('text')
  tenantId: TenantId;

  @PrimaryColumn('text')
  emailId: Id<'inb'>;

  /** Place in the message, from 0. */
  @PrimaryColumn('integer')
  index: number;

  /** '' without a name. */
  @Column('text')
  fileName: string;

  @Column('text')
  contentType: string;

  @Column('integer')
  bytes: number;

  @Column('text', { nullable: true })
  contentId: string | null;

  @Column('text')
  hash: string;
}
