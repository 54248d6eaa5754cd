import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { type AppEvent, OnAppEvent } from '#libs/core/app-events';
import { AdminNotices } from './admin-notices.service.js';

const EVENT = 'platform.webhook.disabled';

/** Tells the admins of a tenant by mail that a webhook was switched off. */
@Injectable()
export class WebhookDisabledReceiver {
  constructor(private readonly notices: AdminNotices) {}

  @OnAppEvent(EVENT)
  async notifyAdmins(tx: EntityManager, event: AppEvent<typeof EVENT>): Promise<void> {
    await this.notices.notify(tx, event, ({ to, name, tenantName }) => ({
      kind: 'webhook-disabled',
      to,
      name,
      tenantName,
      ...event.payload,
    }));
  }
}
