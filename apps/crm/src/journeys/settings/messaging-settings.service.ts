import { Injectable } from '@nestjs/common';
import { auditDifference } from '#libs/core/audit';
import { refusal } from '#libs/core/http';
import { Database, type TenantId } from '#libs/core/persistence';
import { recordTrail } from '../../audit-trail.js';
import { minutesOf } from '../effects/local-time.js';
import { MessagingSettingsRepository, type MessagingValues } from './messaging-settings.repository.js';

const AUDITED = ['quietFrom', 'quietTo', 'dailyCap'] as const;

/** Reads and replaces when, and how often, journeys may write to a contact. */
@Injectable()
export class MessagingSettingsService {
  constructor(
    private readonly database: Database,
    private readonly settings: MessagingSettingsRepository,
  ) {}

  async get(tenantId: TenantId): Promise<MessagingValues> {
    return this.database.tenant(tenantId, (tx) => this.settings.get(tx, tenantId));
  }

  /** Holds for the steps that come from then on. @throws Problem Unprocessable */
  async replace(tenantId: TenantId, after: MessagingValues): Promise<MessagingValues> {
    requireTime('silencio_inicio', after.quietFrom);
    requireTime('silencio_fim', after.quietTo);
    return this.database.tenant(tenantId, async (tx) => {
      const before = await this.settings.lockForUpdate(tx, tenantId);
      const difference = auditDifference(before, after, AUDITED);
      if (!difference) return after;
      await this.settings.upsert(tx, tenantId, after);
      const object = { type: 'messaging-settings', id: tenantId };
      await recordTrail(tx, { action: 'messaging-settings.changed', object, tenantId, ...difference });
      return after;
    });
  }
}

function requireTime(campo: string, text: string): void {
  if (minutesOf(text) !== undefined) return;
  throw refusal('Unprocessable', { erro: `${campo} deve ser uma hora do dia, como 21:00.`, campo });
}
