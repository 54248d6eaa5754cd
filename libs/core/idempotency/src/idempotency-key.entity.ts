import { Column, Entity, PrimaryColumn } from 'typeorm';
import { DataRights, CreatedAt, type TenantId, Timestamp } from '#libs/core/persistence';

@Entity()
@DataRights({ erasure: 'erased', leftOut: 'Answers that are kept for a day, for calls that are repeated' })
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
