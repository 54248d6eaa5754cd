import { Column, Entity, PrimaryColumn } from 'typeorm';
import { CreatedAt, DataRights } from '#libs/core/persistence';

/** The key that signs webhooks of the installation in the form of Amazon SNS, and its certificate. */
@Entity('webhook_signing_key')
@DataRights({ erasure: { stays: 'Of the installation' } })
export class WebhookSigningKey {
  /** One row alone. */
  @PrimaryColumn('boolean', { default: true })
  single: boolean;

  /** Sealed. */
  @Column('text')
  privateKey: string;

  /** PEM. */
  @Column('text')
  certificate: string;

  @CreatedAt()
  createdAt: Date;
}
