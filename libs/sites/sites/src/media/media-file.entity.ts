import { Column, Entity, PrimaryColumn } from 'typeorm';
import { DataRights, type TenantId } from '#libs/core/persistence';

export type MediaFileType = 'image/jpeg' | 'image/png' | 'image/gif' | 'image/webp' | 'image/avif' | 'image/svg+xml';

/** A picture in one size and format, as visitors get it. */
@Entity()
@DataRights({ erasure: { stays: 'A file that a visitor uploaded goes with its lead; this is what the tenant shows' } })
export class MediaFile {
  @PrimaryColumn('text')
  tenantId: TenantId;

  @PrimaryColumn('text')
  mediaId: string;

  /** The last segment of its address. */
  @PrimaryColumn('text')
  name: string;

  @Column('text')
  type: MediaFileType;

  @Column('integer')
  width: number;

  @Column('integer')
  height: number;

  @Column('integer')
  bytes: number;

  /** The blob with its content. */
  @Column('text')
  hash: string;
}
