import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { type AppEvent, OnAppEvent } from '#libs/core/app-events';
import { Outbox } from '#libs/core/jobs';
import { SecretBox } from '#libs/core/secrets';
import { JOURNEY_MESSAGE_PURPOSE, type JourneyMessage } from './journey-message.js';

/** Takes what journeys of the CRM ask for: a job for each message, and one for the members of a list. */
@Injectable()
export class JourneyMessagesReceiver {
  constructor(
    private readonly outbox: Outbox,
    private readonly secrets: SecretBox,
  ) {}

  @OnAppEvent('crm.messages.requested')
  async requested(
    tx: EntityManager,
    { tenantId, payload: { messages, ...shared } }: AppEvent<'crm.messages.requested'>,
  ): Promise<void> {
    const jobs = messages.map((message) => {
      const whole: JourneyMessage = { ...shared, message };
      return {
        tenantId,
        payload: { sealed: this.secrets.seal(tenantId, JOURNEY_MESSAGE_PURPOSE, JSON.stringify(whole)) },
      };
    });
    await this.outbox.enqueue(tx, 'journey-message.send', jobs);
  }

  @OnAppEvent('crm.list.joined')
  async joined(tx: EntityManager, { tenantId, payload }: AppEvent<'crm.list.joined'>): Promise<void> {
    const sealed = this.secrets.seal(tenantId, JOURNEY_MESSAGE_PURPOSE, JSON.stringify(payload));
    await this.outbox.enqueue(tx, 'journey-list.join', [{ tenantId, payload: { sealed } }]);
  }
}
