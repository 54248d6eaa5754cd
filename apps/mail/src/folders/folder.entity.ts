import { Column, Entity, PrimaryColumn } from 'typeorm';
import { DataRights, CreatedAt, type TenantId } from '#libs/core/persistence';
import type { FolderKind } from './folder-values.js';

/** A folder of a mailbox. Each message is in one folder. */
@Entity()
@DataRights({ erasure: { stays: 'What the owner of the mailbox set' } })
export class Folder {
  @PrimaryColumn('text')
  tenantId: TenantId;

  @PrimaryColumn('uuid')
  id: string;

  @Column('uuid')
  mailboxId: string;

  @Column('text')
  kind: FolderKind;

  /** Name that the user gave to a custom folder; for a system folder its kind. */
  @Column('text')
  name: string;

  /** Number of its messages. Each change of its messages updates it in the same transaction. */
  @Column('integer')
  total: number;

  /** Number of its messages that are not read. */
  @Column('integer')
  unread: number;

  @CreatedAt()
  createdAt: Date;
}
