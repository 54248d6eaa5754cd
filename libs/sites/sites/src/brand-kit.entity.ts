import { Column, Entity, PrimaryColumn } from 'typeorm';
import { DataRights, type TenantId, UpdatedAt } from '#libs/core/persistence';

/** The look that a tenant's pages inherit. Colours are `#rrggbb`. */
@Entity()
@DataRights({ erasure: { stays: 'Pages of the tenant' } })
export class BrandKit {
  @PrimaryColumn('text')
  tenantId: TenantId;

  @Column('text')
  name: string;

  /** The id of a picture in media. */
  @Column('text', { nullable: true })
  logoId: string | null;

  @Column('text')
  primaryColor: string;

  /** Color of text on the primary color. */
  @Column('text')
  onPrimaryColor: string;

  @Column('text')
  textColor: string;

  @Column('text')
  backgroundColor: string;

  @Column('text')
  surfaceColor: string;

  @Column('text')
  headingFont: string;

  @Column('text')
  textFont: string;

  /** Radius of corners, in pixels. */
  @Column('smallint')
  radius: number;

  @UpdatedAt()
  updatedAt: Date;
}
