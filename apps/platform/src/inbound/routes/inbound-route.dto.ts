import { ApiProperty } from '@nestjs/swagger';
import { GraphqlInput, GraphqlObject } from '#libs/core/graphql';
import { Flag, MayBeAbsent, MayBeNull, pageOf, pageQuery, PublicId, Text } from '#libs/core/http';
import type { Id } from '#libs/core/persistence';
import { RECORD_STATUSES } from '#libs/messaging/domains';
import type { DescribedRoute, NewRoute, RouteValues } from './inbound-routes.service.js';
import type { MxRecord } from './mx-records.js';

const DOMAIN_MAX = 255;
const LOCAL_PART_MAX = 64;
const DESCRIPTION_MAX = 500;

/** In either case; it is stored in lower case. */
const RECIPIENT = /^(?:\*|[\w!#$%&'*+/=?^`{|}~-]+(?:\.[\w!#$%&'*+/=?^`{|}~-]+)*)$/;

const RECIPIENT_TEXT = {
  min: 1,
  max: LOCAL_PART_MAX,
  pattern: RECIPIENT,
  form: 'must be what stands before the @ of an address, or *',
  example: 'support',
  description: 'What stands before the @, which takes support+tag, too; * takes every address. The most specific wins.',
};

class RouteParts {
  @MayBeAbsent()
  @MayBeNull()
  @PublicId('whk', { description: 'The webhook that alone gets the events; null for each that subscribes to them.' })
  WebhookId?: string | null;

  @MayBeAbsent()
  @Flag({ description: 'True by default. Mail to a route that is not enabled is refused.' })
  Enabled?: boolean;

  @MayBeAbsent()
  @MayBeNull()
  @Text({ max: DESCRIPTION_MAX, example: 'Questions of customers' })
  Description?: string | null;
}

@GraphqlInput('CreateInboundRouteInput')
export class CreateInboundRouteRequest extends RouteParts {
  @Text({
    min: 1,
    max: DOMAIN_MAX,
    example: 'mail.example.com',
    description: 'A verified sending domain of the account.',
  })
  Domain: string;

  @Text(RECIPIENT_TEXT)
  Recipient: string;

  toRoute(): NewRoute {
    const { Domain, Recipient, WebhookId = null, Enabled = true, Description = null } = this;
    return {
      domain: Domain,
      recipient: Recipient.toLowerCase(),
      webhookId: WebhookId as Id<'whk'> | null,
      enabled: Enabled,
      description: Description,
    };
  }
}

/** Changes of a route; an absent field stays, and its domain always. */
@GraphqlInput('UpdateInboundRouteInput')
export class UpdateInboundRouteRequest extends RouteParts {
  @MayBeAbsent()
  @Text(RECIPIENT_TEXT)
  Recipient?: string;

  toChanges(): Partial<RouteValues> {
    const { Recipient, WebhookId, Enabled, Description } = this;
    const given = {
      recipient: Recipient?.toLowerCase(),
      webhookId: WebhookId,
      enabled: Enabled,
      description: Description,
    };
    return Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined));
  }
}

export class ListInboundRoutesQuery extends pageQuery(200) {}

@GraphqlObject('InboundMxRecord', 'The record of the domain by which its mail comes to this server.')
export class MxRecordView {
  @ApiProperty({ example: 'mail.example.com' })
  Name: string;

  @ApiProperty({ example: '10 mx.example.net', description: 'Preference and host.' })
  Value: string;

  @ApiProperty({
    type: String,
    enum: RECORD_STATUSES,
    description: 'What DNS has now; unchecked if it does not answer.',
  })
  Status: string;

  static of({ name, value, status }: MxRecord): MxRecordView {
    return { Name: name, Value: value, Status: status };
  }
}

@GraphqlObject('InboundRoute', 'Addresses whose mail is received.')
export class InboundRouteView {
  @ApiProperty({ example: 'irt_0c7b3f19ad62e04f' })
  Id: string;

  @ApiProperty({ example: 'mail.example.com' })
  Domain: string;

  @ApiProperty({ example: 'support' })
  Recipient: string;

  @ApiProperty({
    type: String,
    nullable: true,
    description: 'Null if each webhook gets the events that subscribes to them.',
  })
  WebhookId: string | null;

  @ApiProperty()
  Enabled: boolean;

  @ApiProperty({ type: String, nullable: true })
  Description: string | null;

  @ApiProperty({ type: MxRecordView })
  Mx: MxRecordView;

  @ApiProperty({ format: 'date-time' })
  CreatedAt: string;

  @ApiProperty({ format: 'date-time' })
  UpdatedAt: string;

  static of(route: DescribedRoute): InboundRouteView {
    return {
      Id: route.id,
      Domain: route.domain,
      Recipient: route.recipient,
      WebhookId: route.webhookId,
      Enabled: route.enabled,
      Description: route.description,
      Mx: MxRecordView.of(route.mx),
      CreatedAt: route.createdAt.toISOString(),
      UpdatedAt: route.updatedAt.toISOString(),
    };
  }
}

export class InboundRouteResponse {
  @ApiProperty({ type: InboundRouteView })
  Route: InboundRouteView;

  static of(route: DescribedRoute): InboundRouteResponse {
    return { Route: InboundRouteView.of(route) };
  }
}

export class InboundRoutePageResponse extends pageOf('Routes', InboundRouteView) {}
