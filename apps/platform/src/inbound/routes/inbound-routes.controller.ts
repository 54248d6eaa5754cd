import { Body, Controller, Delete, Get, Patch, Post, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { currentTenantId, Session } from '#libs/core/auth';
import { Created, knownBy, Operation } from '#libs/core/http';
import {
  CreateInboundRouteRequest,
  InboundRoutePageResponse,
  InboundRouteResponse,
  ListInboundRoutesQuery,
  UpdateInboundRouteRequest,
} from './inbound-route.dto.js';
import { InboundRoute } from './inbound-route.entity.js';
import { InboundRoutesService } from './inbound-routes.service.js';

const Known = knownBy(InboundRoutesService, (routes, { id = '' }) => routes.find(currentTenantId(), id));

@ApiTags('Received e-mail')
@Controller('api/inbound/routes')
export class InboundRoutesController {
  constructor(private readonly routes: InboundRoutesService) {}

  @Post()
  @Session({ role: 'admin' })
  @Created({
    summary: 'Receive mail for addresses of a domain',
    description:
      'Publish the MX record of the answer. Each mail is an event email.received. 422 DomainNotVerified for a domain that the ' +
      'account has not verified; 409 if the domain has a route for the recipient.',
    type: InboundRouteResponse,
    location: ({ Route: { Id } }) => `/api/inbound/routes/${Id}`,
    errors: [409],
  })
  async create(@Body() body: CreateInboundRouteRequest): Promise<InboundRouteResponse> {
    return InboundRouteResponse.of(await this.routes.create(currentTenantId(), body.toRoute()));
  }

  @Get()
  @Session()
  @Operation({
    summary: 'List routes of received mail, newest first',
    description: 'NextCursor of a page, passed as cursor, begins the next page; 0 means the end.',
    success: { status: 200, type: InboundRoutePageResponse },
  })
  async list(@Query() page: ListInboundRoutesQuery): Promise<InboundRoutePageResponse> {
    return InboundRoutePageResponse.of(await this.routes.listPage(currentTenantId(), page));
  }

  @Get(':id')
  @Session()
  @Operation({
    summary: 'Read a route of received mail',
    description: 'With the MX record that its domain needs, and what DNS has of it.',
    success: { status: 200, type: InboundRouteResponse },
  })
  async get(@Known() route: InboundRoute): Promise<InboundRouteResponse> {
    return InboundRouteResponse.of(await this.routes.describe(route));
  }

  @Patch(':id')
  @Session({ role: 'admin' })
  @Operation({
    summary: 'Change a route of received mail',
    description: 'What is absent stays, and the domain always. 409 if the domain has a route for the recipient.',
    success: { status: 200, type: InboundRouteResponse },
    errors: [409],
  })
  async update(@Known() route: InboundRoute, @Body() body: UpdateInboundRouteRequest): Promise<InboundRouteResponse> {
    return InboundRouteResponse.of(await this.routes.update(route, body.toChanges()));
  }

  @Delete(':id')
  @Session({ role: 'admin' })
  @Operation({
    summary: 'Remove a route of received mail',
    description: 'Mail to its addresses is refused from then on, unless another route takes them. Received mail stays.',
    success: { status: 204 },
  })
  async delete(@Known() route: InboundRoute): Promise<void> {
    await this.routes.delete(route);
  }
}
