import { Column, Entity, PrimaryColumn } from 'typeorm';
import { DataRights, CreatedAt, type TenantId, UpdatedAt } from '#libs/core/persistence';

/** Actions of a mailbox on received mail that a search matches. */
@Entity()
@DataRights({ erasure: { stays: 'What the owner of the mailbox set' } })
export class MailFilter {
  @PrimaryColumn('text')
  tenantId: TenantId;

  @PrimaryColumn('uuid')
  id: string;

  @Column('uuid')
  mailboxId: string;

  @Column('text')
  name: string;

  /** Filters run in this order, from 0. */
  @Column('integer')
  position: number;

  @Column('boolean')
  enabled: boolean;

  /** The search, as it was written. */
  @Column('text')
  query: string;

  /** Whether no filter after it runs for a message that it finds. */
  @Column('boolean')
  stops: boolean;

  /** A folder that is deleted is the inbox. */
  @Column('uuid', { nullable: true })
  folderId: string | null;

  /** Labels that are deleted count no more. */
  @Column('uuid', { array: true })
  labelIds: string[];

  @Column('boolean')
  marksRead: boolean;

  @Column('boolean')
  stars: boolean;

  @Column('boolean')
  trashes: boolean;

  /** Forwarding addresses of the mailbox. */
  @Column('text', { array: true })
  forwardTo: string[];

  @CreatedAt()
  createdAt: Date;

  @UpdatedAt()
  updatedAt: Date;
}
