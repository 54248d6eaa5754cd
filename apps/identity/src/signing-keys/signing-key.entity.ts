import { Column, CreateDateColumn, Entity, PrimaryColumn } from 'typeorm';
import { DataRights } from '#libs/core/persistence';

@Entity('signing_key')
@DataRights({ erasure: { stays: 'Keys of the installation' } })
export class StoredSigningKey {
  @PrimaryColumn('text')
  kid: string;

  @Column('jsonb', { name: 'public_jwk' })
  publicJwk: Record<string, string>;

  /** Null once the key is retired. */
  @Column('text', { name: 'sealed_private_jwk', nullable: true })
  sealedPrivateJwk: string | null;

  @CreateDateColumn({ type: 'timestamptz', name: 'created_at', precision: 3 })
  createdAt: Date;

  @Column({ type: 'timestamptz', name: 'retired_at', precision: 3, nullable: true })
  retiredAt: Date | null;

  /** A key is published before it signs. */
  @Column({ type: 'timestamptz', name: 'signs_from', precision: 3, default: () => 'now()' })
  signsFrom: Date;
}
