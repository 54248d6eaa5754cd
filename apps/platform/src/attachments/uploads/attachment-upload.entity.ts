import { Column, Entity, PrimaryColumn } from 'typeorm';
import { CreatedAt, DataRights, type Id, type TenantId } from '#libs/core/persistence';

/** A file that was uploaded to be attached to e-mails. Its blob is kept as long as the row, or the content that has it. */
@Entity()
@DataRights({ erasure: { stays: 'Deleted a day after the upload' } })
export class AttachmentUpload {
  @PrimaryColumn('text')
  tenantId: TenantId;

  @PrimaryColumn('text', { update: false })
  id: Id<'att'>;

  @Column('text')
  fileName: string;

  @Column('text')
  contentType: string;

  @Column('text')
  hash: string;

  @Column('integer')
  bytes: number;

  @CreatedAt()
  createdAt: Date;
}
