import { Column, Entity, PrimaryColumn } from 'typeorm';
import type { LegalBasis } from '#libs/core/app-events';
import { DataRights, CreatedAt, type TenantId, Timestamp, UpdatedAt } from '#libs/core/persistence';
import type { AnnouncedLeads } from './leads/announce-lead.js';
import type { FormDefinition, FormField, FormLanguage } from './form-definition.js';

/** A form of a tenant. A deleted one keeps its row, so that its leads can still be read. */
@Entity()
@DataRights({ erasure: { stays: 'A form of the tenant' } })
export class Form implements FormDefinition {
  @PrimaryColumn('text')
  tenantId: TenantId;

  @PrimaryColumn('text')
  id: string;

  /** The tenant's own name for it; unique among the forms that are not deleted. */
  @Column('text', { nullable: true })
  externalId: string | null;

  @Column('text')
  name: string;

  @Column('jsonb')
  fields: FormField[];

  @Column('text')
  buttonLabel: string;

  @Column('text')
  thanks: string;

  @Column('boolean')
  requiresConsent: boolean;

  @Column('text', { nullable: true })
  consentText: string | null;

  @Column('text')
  legalBasis: LegalBasis;

  /** Path of the same host, or URL, to which the visitor goes after sending; null for the thanks. */
  @Column('text', { nullable: true })
  redirectTo: string | null;

  /** Whether a visitor is asked by e-mail to confirm what was sent (double opt-in). */
  @Column('boolean')
  doubleOptIn: boolean;

  /** Language of what is written to visitors; null for that of the page. */
  @Column('text', { nullable: true })
  language: FormLanguage | null;

  /** Leads for which `lead.announce` runs; its settings are in `form_notice`. */
  @Column('text', { default: 'none' })
  announced: AnnouncedLeads;

  @Column('text')
  country: string;

  /** Origins whose pages may show and send the form; without any, the tenant's own hosts alone. */
  @Column('text', { array: true })
  origins: string[];

  /** After how many days its leads are deleted; null keeps them. */
  @Column('integer', { nullable: true })
  retentionDays: number | null;

  @CreatedAt()
  createdAt: Date;

  @UpdatedAt()
  updatedAt: Date;

  @Timestamp({ nullable: true })
  deletedAt: Date | null;
}
