import { Column, Entity, PrimaryColumn } from 'typeorm';
import { DataRights, type TenantId, Timestamp } from '#libs/core/persistence';
import type { TagCategory } from './tag-types.js';

/** How a visitor decided, by the button. */
export const CONSENT_ACTIONS = ['aceitar', 'recusar', 'escolher'] as const;
export type ConsentAction = (typeof CONSENT_ACTIONS)[number];

/** The decision of a visitor about tags. Rows are added, never changed. */
@Entity()
@DataRights({ erasure: { stays: 'Proof of a decision, under a random id that nothing connects with a person' } })
export class ConsentDecision {
  @PrimaryColumn('text')
  tenantId: TenantId;

  /** Drawn by the browser: the same decision is recorded once. */
  @PrimaryColumn('uuid')
  id: string;

  /** Drawn by the browser, for the decisions of one visitor; null for a visitor who refuses and so has none. */
  @Column('uuid', { nullable: true })
  visitorId: string | null;

  @Column('text')
  pageId: string;

  @Column('text')
  action: ConsentAction;

  /** The categories that the visitor agreed to. */
  @Column('text', { array: true })
  categories: TagCategory[];

  /** Version of the text and tags that the visitor was asked about, see {@link SiteTags}. */
  @Column('text')
  version: string;

  /** Language of the text, such as `pt`. */
  @Column('text')
  language: string;

  /** Whether the browser asked not to be tracked (`Sec-GPC`). */
  @Column('boolean')
  gpc: boolean;

  @Timestamp()
  decidedAt: Date;
}
