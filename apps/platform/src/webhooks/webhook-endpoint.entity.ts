import { Column, Entity, PrimaryColumn } from 'typeorm';
import { CreatedAt, type TenantId, Timestamp, UpdatedAt } from '#libs/persistence';

@Entity()
export class WebhookEndpoint {
  @PrimaryColumn('text')
  tenantId: TenantId;

  @PrimaryColumn('text')
  id: string;

  @Column('text')
  url: string;

  @Column('text', { array: true })
  events: string[];

  @Column('boolean')
  active: boolean;

  @Column('text')
  secret: string;

  @Column('text', { nullable: true })
  previousSecret: string | null;

  @Timestamp({ nullable: true })
  previousSecretUntil: Date | null;

  @CreatedAt()
  createdAt: Date;

  @UpdatedAt()
  updatedAt: Date;
}
