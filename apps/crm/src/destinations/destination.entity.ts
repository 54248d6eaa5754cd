import { Column, Entity, PrimaryColumn } from 'typeorm';
import { CreatedAt, DataRights, type TenantId, Timestamp, UpdatedAt } from '#libs/core/persistence';

/** Settings of an integration, by the names of the API. All have texts as values. */
export type ProviderConfig = Readonly<Record<string, string>>;

/** A place that leads go to: a URL of the account, or its pixel at a provider of advertising. */
@Entity()
@DataRights({
  erasure: { stays: 'Settings of the tenant' },
  withheld: { secret: 'Signs deliveries, or opens the account at a provider' },
})
export class Destination {
  @PrimaryColumn('text')
  tenantId: TenantId;

  /** UUIDv7. */
  @PrimaryColumn('uuid')
  id: string;

  @Column('text')
  name: string;

  /** Null for a URL of the account. */
  @Column('text', { nullable: true })
  provider: string | null;

  /** Null for an integration with a provider. */
  @Column('text', { nullable: true })
  url: string | null;

  /** Null for a URL. */
  @Column('jsonb', { nullable: true })
  config: ProviderConfig | null;

  /** Sealed under the tenant's key. */
  @Column('bytea', { nullable: true })
  secret: Buffer | null;

  @Column('boolean')
  active: boolean;

  /** When it first answered with 2xx at its present address; null if it has not. */
  @Timestamp({ nullable: true })
  provenAt: Date | null;

  /** When it was tried in the last hour, while it is not proven. */
  @Column('timestamptz', { array: true, default: '{}' })
  trials: Date[];

  /** When it first failed since it last answered with 2xx; null if it has not. */
  @Timestamp({ nullable: true })
  failingSince: Date | null;

  /** When it was switched off because it failed for days; null once it is switched on again. */
  @Timestamp({ nullable: true })
  disabledAt: Date | null;

  @CreatedAt()
  createdAt: Date;

  @UpdatedAt()
  updatedAt: Date;
}
