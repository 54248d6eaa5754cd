import { Column, Entity, PrimaryColumn } from 'typeorm';
import { type TenantId, UpdatedAt } from '#libs/persistence';

/** The look that a tenant's pages inherit. Colours are `#rrggbb`. */
@Entity()
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

  /** Of text on the primary colour. */
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

  /** Of corners, in pixels. */
  @Column('smallint')
  radius: number;

  @UpdatedAt()
  updatedAt: Date;
}
