import { Column, Entity, PrimaryColumn } from 'typeorm';
import { CreatedAt, DataRights, type TenantId } from '#libs/core/persistence';
import type { TagCategory, TagTypeName } from './tag-types.js';

/** A tag of an account. */
export interface SiteTag {
  type: TagTypeName;
  /** Id that its vendor gave; see {@link TAGS}. */
  id: string;
  category: TagCategory;
  active: boolean;
}

/**
 * The tags of a tenant and what its banner says, from one change to the next: the newest row holds, and the others tell what the
 * recorded decisions of visitors were about.
 */
@Entity()
@DataRights({ erasure: { stays: 'A setting of the tenant' } })
export class SiteTags {
  @PrimaryColumn('text')
  tenantId: TenantId;

  /** From 1. */
  @PrimaryColumn('integer')
  number: number;

  /** Equal for rows between which visitors need not be asked again. */
  @Column('text')
  version: string;

  @Column('jsonb')
  tags: SiteTag[];

  /** Whether visitors are asked for the account's own pixel, too. */
  @Column('boolean')
  asksForPixel: boolean;

  /** Null for the text that pages have by themselves, in their language; the same holds for the text below. */
  @Column('text', { nullable: true })
  bannerTitle: string | null;

  @Column('text', { nullable: true })
  bannerText: string | null;

  /** URL or path of the privacy policy. */
  @Column('text', { nullable: true })
  policyUrl: string | null;

  @CreatedAt()
  createdAt: Date;
}
