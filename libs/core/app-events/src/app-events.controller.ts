import { Body, Controller, HttpCode, Post } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import { Internal } from '#libs/core/auth';
import { Operation } from '#libs/core/http';
import type { TenantId } from '#libs/core/persistence';
import { APP_EVENT_BATCHES_PATH, APP_EVENTS_PATH, type AppEvent, type EventAnswer, type Receipt } from './app-event.js';
import { AppEventReceiver } from './app-event-receiver.js';
import { ReceivedEventRequest, ReceivedEventsRequest } from './received-event.request.js';

@ApiExcludeController()
@Internal()
@Controller()
export class AppEventsController {
  constructor(private readonly receiver: AppEventReceiver) {}

  @Post(APP_EVENTS_PATH)
  @HttpCode(200)
  @Operation({ summary: 'Receives an event of another app', success: { status: 200 } })
  async receive(@Body() { occurredAt, tenantId, ...body }: ReceivedEventRequest): Promise<EventAnswer> {
    const event = { ...body, tenantId: tenantId as TenantId, occurredAt: new Date(occurredAt) };
    return this.receiver.receive(event as AppEvent);
  }

  @Post(APP_EVENT_BATCHES_PATH)
  @HttpCode(200)
  @Operation({ summary: 'Receives events of one type of another app', success: { status: 200 } })
  async receiveAll(
    @Body() { events, tenantId, ...origin }: ReceivedEventsRequest,
  ): Promise<{ receipts: Receipt[]; faults?: (string | null)[] }> {
    const shared = { ...origin, tenantId: tenantId as TenantId } as Pick<AppEvent, 'tenantId' | 'type' | 'from'>;
    const all = events.map(({ occurredAt, ...event }) => ({ ...event, ...shared, occurredAt: new Date(occurredAt) }));
    const answers = await this.receiver.receiveAll(shared, all as AppEvent[]);
    const receipts = answers.map(({ receipt }) => receipt);
    const faults = answers.map(({ fault = null }) => fault);
    return faults.some((fault) => fault !== null) ? { receipts, faults } : { receipts };
  }
}
