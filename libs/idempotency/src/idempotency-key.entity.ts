import { Column, Entity, PrimaryColumn } from 'typeorm';
import { CreatedAt, type TenantId, Timestamp } from '#libs/persistence';

@Entity()
export class IdempotencyKey {
  @PrimaryColumn('text')
  tenantId: TenantId;

  @PrimaryColumn('text')
  route: string;

  @PrimaryColumn('text')
  key: string;

  @Column('text')
  bodyHash: string;

  @Column('jsonb')
  response: unknown;

  @CreatedAt()
  createdAt: Date;

  @Timestamp()
  expiresAt: Date;
}
