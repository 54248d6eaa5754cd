import { Column, Entity, PrimaryColumn } from 'typeorm';
import { DataRights, bigintNumber, CreatedAt, type TenantId, UpdatedAt } from '#libs/core/persistence';

/** A picture that a tenant has uploaded. Its contents are files; see {@link MediaFile}. */
@Entity()
@DataRights({ erasure: { stays: 'A file that a visitor uploaded goes with its lead; this is what the tenant shows' } })
export class Media {
  @PrimaryColumn('text')
  tenantId: TenantId;

  @PrimaryColumn('text')
  id: string;

  /** Text for those who cannot see it. */
  @Column('text', { nullable: true })
  description: string | null;

  /** The name of its file in full size, which every browser shows. */
  @Column('text')
  fileName: string;

  /** Content type of that file, such as `image/png`. */
  @Column('text')
  type: string;

  /** Width of that file, in pixels. */
  @Column('integer')
  width: number;

  @Column('integer')
  height: number;

  /** Size of that file. */
  @Column('integer')
  bytes: number;

  /** Size of all its files. */
  @Column('bigint', { transformer: bigintNumber })
  storedBytes: number;

  @CreatedAt()
  createdAt: Date;

  @UpdatedAt()
  updatedAt: Date;
}
