import { bodyOf } from '#libs/core/http';
import { DEFAULT_STREAM } from '../../../webhook-formats/postmark/postmark-bounces.js';
import { CreateWebhookRequest, UpdateWebhookRequest } from '../../../webhooks/dto/webhook.requests.js';
import type { WebhookEndpoint } from '../../../webhooks/webhook-endpoint.entity.js';
import type { EndpointRequest } from '../../../webhooks/webhooks.service.js';
import { TheirFields } from '../../frame/their-fields.js';
import { withTriggers } from './webhook-triggers.js';

/** Makes our request of a body of `POST /webhooks`. @throws Problem */
export function toEndpoint(body: unknown): EndpointRequest {
  const fields = possibleOf(body);
  const triggers = fields.nested('Triggers');
  const Events = triggers ? withTriggers([], triggers) : [];
  if (Events.length === 0) throw fields.invalid('Triggers', 'must have one that is enabled');
  return bodyOf({ Url: fields.requiredText('Url'), Events, Format: 'postmark' }, CreateWebhookRequest).toEndpoint();
}

/**
 * Makes our change of a body of `PUT /webhooks/{id}`. An endpoint without a trigger is one that is not active, and a trigger makes
 * it active again.
 * @throws Problem
 */
export function toEndpointChange(body: unknown, { events, active }: WebhookEndpoint): Partial<EndpointRequest> {
  const fields = possibleOf(body);
  const triggers = fields.nested('Triggers');
  const changed = triggers && withTriggers(active ? events : [], triggers);
  const change = {
    Url: fields.text('Url'),
    ...(changed?.length === 0 && { Active: false }),
    ...(changed && changed.length > 0 && { Events: changed, Active: true }),
  };
  return bodyOf(change, UpdateWebhookRequest).toChange();
}

/** Fields of a webhook that asks for nothing that endpoints do not have. @throws Problem ValidationError */
function possibleOf(body: unknown): TheirFields {
  const fields = TheirFields.of(body);
  if (fields.has('HttpAuth'))
    throw fields.invalid('HttpAuth', 'is not possible: verify the signature of each delivery');
  if (fields.list('HttpHeaders').length > 0)
    throw fields.invalid('HttpHeaders', 'is not possible: verify the signature of each delivery');
  if ((fields.text('MessageStream') ?? DEFAULT_STREAM) !== DEFAULT_STREAM)
    throw fields.invalid('MessageStream', 'must be outbound: a webhook tells of all streams');
  return fields;
}
