import { ArgsType } from '@nestjs/graphql';
import { GraphqlInput } from '#libs/core/graphql';
import { EVENTS, type EventType } from '../../events/event-types.js';
import {
  Flag,
  MayBeAbsent,
  OneOf,
  pageQuery,
  QueryEnum,
  QueryTimestamp,
  Text,
  TextList,
  Timestamp,
} from '#libs/core/http';
import { DELIVERY_STATUSES, type DeliveryStatus } from '#libs/messaging/webhooks';
import { FORMATS, type WebhookFormat } from '../../webhook-formats/words.js';
import { madeIn } from '../../made-in.js';
import type { DeliveryFilter, EventRange } from '../delivery/webhook-delivery.repository.js';
import type { EndpointRequest } from '../webhooks.service.js';

const EVENT_NAME_MAX = 64;
const EVENTS_MAX = 100;

/** The service validates which names are event types, with 422. */
const EVENT_NAME = {
  test: (value: unknown): boolean => typeof value === 'string' && value.length <= EVENT_NAME_MAX,
  message: `must be a text of at most ${EVENT_NAME_MAX} characters`,
  schema: { enum: [...EVENTS.all] },
};

const URL_TEXT = {
  min: 1,
  max: 4_096,
  example: 'https://example.com/hooks',
  description: 'http or https, of at most 2048 characters; it must not lead to an internal address.',
};

const EVENT_LIST = { min: 1, max: EVENTS_MAX, item: EVENT_NAME, example: ['email.sent', 'email.failed'] };

const FORMAT = {
  description:
    'Form of the bodies: `service`, which is the default, or that of Amazon SES (by SNS), Postmark or Resend, which have ' +
    'words for events of e-mails alone.',
};

@GraphqlInput('CreateWebhookInput')
export class CreateWebhookRequest {
  @Text(URL_TEXT)
  Url: string;

  @TextList(EVENT_LIST)
  Events: string[];

  @MayBeAbsent()
  @OneOf(FORMATS, FORMAT)
  Format?: WebhookFormat;

  @MayBeAbsent()
  @Flag({ description: 'True by default. An inactive webhook receives nothing.' })
  Active?: boolean;

  toEndpoint(): EndpointRequest {
    const { Url, Events, Format = 'service', Active = true } = this;
    return { url: Url, events: Events, format: Format, active: Active };
  }
}

/** At least one of the fields. */
@GraphqlInput('UpdateWebhookInput')
export class UpdateWebhookRequest {
  @MayBeAbsent()
  @Text(URL_TEXT)
  Url?: string;

  @MayBeAbsent()
  @TextList(EVENT_LIST)
  Events?: string[];

  @MayBeAbsent()
  @OneOf(FORMATS, { description: 'Of new events; what waits, or is sent again, keeps its form.' })
  Format?: WebhookFormat;

  @MayBeAbsent()
  @Flag()
  Active?: boolean;

  toChange(): Partial<EndpointRequest> {
    const { Url, Events, Format, Active } = this;
    return { url: Url, events: Events, format: Format, active: Active };
  }
}

@GraphqlInput('TestWebhookInput')
export class TestWebhookRequest {
  @MayBeAbsent()
  @Text({ max: EVENT_NAME_MAX, example: 'email.sent', description: "The webhook's first event unless given." })
  EventType?: string;
}

/** Body of an operation that needs no more than its path. */
export class EmptyRequest {}

export class ListWebhooksQuery extends pageQuery(200) {}

@ArgsType()
export class DeliveryFilters {
  @QueryEnum(DELIVERY_STATUSES)
  status?: DeliveryStatus;

  @QueryEnum(EVENTS.all, { description: 'Events of this type.' })
  event?: EventType;

  @QueryTimestamp({ description: 'Events that were to be delivered from this time on …' })
  from?: string;

  @QueryTimestamp({ description: '… and before this one.' })
  to?: string;
}

/** @throws Problem InvalidParameter if the time ends before it begins */
export function toDeliveryFilter({ status, event, from, to }: DeliveryFilters): DeliveryFilter {
  return { status, eventType: event, madeIn: madeIn({ from, to }) };
}

export class ListDeliveriesQuery extends pageQuery(200, DeliveryFilters) {}

@GraphqlInput('ReplayWebhookInput')
export class ReplayWebhookRequest {
  @Timestamp({ description: 'Events that were to be delivered from this time on …' })
  From: string;

  @Timestamp({ description: '… and before this one.' })
  To: string;

  @MayBeAbsent()
  @OneOf(DELIVERY_STATUSES, { description: 'Only those whose delivery is in this state.' })
  Status?: DeliveryStatus;

  toRange(): EventRange {
    return { from: new Date(this.From), to: new Date(this.To), status: this.Status };
  }
}
