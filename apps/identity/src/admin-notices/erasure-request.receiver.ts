import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { type AppEvent, OnAppEvent } from '#libs/core/app-events';
import { AdminNotices } from './admin-notices.service.js';

const EVENT = 'crm.erasure.requested';

/** Tells the admins of a tenant by mail that a request to erase a contact waits for them. */
@Injectable()
export class ErasureRequestReceiver {
  constructor(private readonly notices: AdminNotices) {}

  @OnAppEvent(EVENT)
  async notifyAdmins(tx: EntityManager, event: AppEvent<typeof EVENT>): Promise<void> {
    const { requestId } = event.payload;
    await this.notices.notify(tx, event, (admin) => ({ kind: 'erasure-requested', ...admin, requestId }));
  }
}
