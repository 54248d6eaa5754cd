import { Injectable } from '@nestjs/common';
import { invalidField } from '#libs/core/http';
import { SealedCursors, type TenantId } from '#libs/core/persistence';
import { SecretBox } from '#libs/core/secrets';
import { CHANNELS, type Channel } from '../../channel.js';

/** The first id of each channel that an export has; one of a channel that is absent begins with its first message. */
export type ExportPosition = Partial<Record<Channel, string>>;

/** Positions of exports as texts that a client can neither read nor make. One of a tenant is invalid for another. */
@Injectable()
export class ExportCursors {
  constructor(private readonly secrets: SecretBox) {}

  seal(tenantId: TenantId, position: ExportPosition): string {
    return this.cursorsOf(tenantId).seal(CHANNELS.map((channel) => position[channel] ?? ''))!;
  }

  /** @throws Problem InvalidParameter */
  open(tenantId: TenantId, cursor: string): ExportPosition {
    const ids = this.cursorsOf(tenantId).open(cursor);
    if (!ids) throw invalidField('InvalidParameter', 'after', 'must be a cursor of an export, or the id of a message');
    return Object.fromEntries(CHANNELS.flatMap((channel, n) => (ids[n] ? [[channel, ids[n]]] : [])));
  }

  private cursorsOf(tenantId: TenantId): SealedCursors {
    return new SealedCursors(this.secrets, `platform.message-export.${tenantId}`);
  }
}
