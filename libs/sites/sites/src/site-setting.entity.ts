import { Column, Entity, PrimaryColumn } from 'typeorm';
import { DataRights, type TenantId, UpdatedAt } from '#libs/core/persistence';

/** Settings for all pages of a tenant. A tenant without a row has the defaults of the table. */
@Entity()
@DataRights({ erasure: { stays: 'Pages of the tenant' } })
export class SiteSetting {
  @PrimaryColumn('text')
  tenantId: TenantId;

  /** The title of pages that have none; also the name of the site. */
  @Column('text', { nullable: true })
  title: string | null;

  @Column('text', { nullable: true })
  description: string | null;

  /** Language of its texts, such as `pt-BR`. */
  @Column('text')
  language: string;

  /** The id of a picture in media. */
  @Column('text', { nullable: true })
  faviconId: string | null;

  /** Whether search engines may list the site. If not, none of its pages are listed, whatever they say themselves. */
  @Column('boolean')
  indexable: boolean;

  /** Heading of the 404 page; null for the runtime's own. */
  @Column('text', { nullable: true })
  notFoundTitle: string | null;

  /** Plain text. */
  @Column('text', { nullable: true })
  notFoundText: string | null;

  /** A page that is shown in place of heading and text while it is published. */
  @Column('text', { nullable: true })
  notFoundPageId: string | null;

  /** Valid lines that follow the runtime's own in robots.txt. */
  @Column('text', { array: true })
  robotsLines: string[];

  @UpdatedAt()
  updatedAt: Date;
}
