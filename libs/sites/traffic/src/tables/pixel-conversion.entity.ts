import { Column, Entity, PrimaryColumn } from 'typeorm';
import { CreatedAt, DataRights, type TenantId } from '#libs/core/persistence';

/** How a conversion shows: a path that is viewed, an event by its name, or a form that is sent. */
export const CONVERSION_KINDS = ['url', 'evento', 'formulario'] as const;
export type ConversionKind = (typeof CONVERSION_KINDS)[number];

/** A conversion on the site of a pixel: how it is told. */
@Entity()
@DataRights({ erasure: { stays: 'A setting of the tenant' } })
export class PixelConversion {
  @PrimaryColumn('text')
  tenantId: TenantId;

  @PrimaryColumn('text')
  id: string;

  @Column('text')
  pixelId: string;

  /** Unique in the pixel. */
  @Column('text')
  name: string;

  @Column('text')
  kind: ConversionKind;

  /** A path, which may end with `*`; the name of an event; or the name or id attribute of a form. */
  @Column('text')
  value: string;

  @CreatedAt()
  createdAt: Date;
}
