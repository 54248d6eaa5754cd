import { Column, Entity, PrimaryColumn } from 'typeorm';
import { DataRights, bigintNumber, CreatedAt, type TenantId, Timestamp } from '#libs/core/persistence';
import type { PushPlatform } from '#libs/messaging/push';

export const PLATFORMS = ['ios', 'android', 'web'] as const satisfies readonly PushPlatform[];

/** A receiver of push messages: an app on a phone, or a browser. */
@Entity()
@DataRights({
  erasure: { stays: 'A device, which the CRM knows no address of' },
  withheld: { token: 'A credential of the device', token_hash: 'A credential of the device' },
})
export class PushDevice {
  @PrimaryColumn('text')
  tenantId: TenantId;

  @PrimaryColumn({ type: 'uuid' })
  id: string;

  /** Place in the list, newest last; 53 bits. */
  @Column('bigint', { transformer: bigintNumber })
  position: number;

  @Column('text')
  platform: PushPlatform;

  /** The whole token: a credential of the device. */
  @Column('text')
  token: string;

  /** Identifies the device; see {@link DeviceToken}. */
  @Column('bytea')
  tokenHash: Buffer;

  /** False after the push service reported that the device is gone, until it registers again. */
  @Column('boolean')
  active: boolean;

  @CreatedAt()
  createdAt: Date;

  @Timestamp()
  lastSeenAt: Date;
}
