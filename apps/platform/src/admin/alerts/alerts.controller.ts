import { Body, Controller, Delete, Get, Post, Put, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { Operator } from '#libs/core/auth';
import { Created, knownBy, Operation } from '#libs/core/http';
import { AlertRule } from './alert-rule.entity.js';
import { toCondition } from './alert.mapper.js';
import { AlertsService } from './alerts.service.js';
import { AlertRequest, ListAlertEventsQuery } from './dto/alert.requests.js';
import { AlertEventPageResponse, AlertResponse, AlertsResponse, AlertView } from './dto/alert.responses.js';

const Known = knownBy(AlertsService, (alerts, { id = '' }) => alerts.find(id));

@ApiTags('Operator console')
@Operator()
@Controller('api/admin/platform-alerts')
export class AlertsController {
  constructor(private readonly alerts: AlertsService) {}

  @Get()
  @Operation({
    summary: 'List the alert rules, oldest first',
    description: 'State and Value are those of the last evaluation.',
    success: { status: 200, type: AlertsResponse },
  })
  async list(): Promise<AlertsResponse> {
    return { Alerts: (await this.alerts.list()).map(AlertView.of) };
  }

  @Post()
  @Created({
    summary: 'Make an alert rule',
    description: 'It is evaluated every half minute. When it begins to hold and when it ceases, that is an event.',
    type: AlertResponse,
    location: ({ Alert: { Id } }) => `/api/admin/platform-alerts/${Id}`,
    errors: [409],
  })
  async create(@Body() body: AlertRequest): Promise<AlertResponse> {
    return { Alert: AlertView.of(await this.alerts.create(toCondition(body))) };
  }

  @Get('events')
  @Operation({
    summary: 'List when rules began to fire and recovered, last first',
    description: 'NextCursor of a page, passed as cursor, begins the next page; 0 means the end.',
    success: { status: 200, type: AlertEventPageResponse },
  })
  async listEvents(@Query() { rule, ...page }: ListAlertEventsQuery): Promise<AlertEventPageResponse> {
    return AlertEventPageResponse.of(await this.alerts.listEventsPage(rule, page));
  }

  @Get(':id')
  @Operation({
    summary: 'Read an alert rule',
    description: 'State and Value are those of the last evaluation.',
    success: { status: 200, type: AlertResponse },
  })
  get(@Known() rule: AlertRule): AlertResponse {
    return { Alert: AlertView.of(rule) };
  }

  @Put(':id')
  @Operation({
    summary: 'Replace an alert rule',
    description: 'A firing rule recovers by it and may fire again at the next evaluation.',
    success: { status: 200, type: AlertResponse },
  })
  async replace(@Known() { id }: AlertRule, @Body() body: AlertRequest): Promise<AlertResponse> {
    return { Alert: AlertView.of(await this.alerts.replace(id, toCondition(body))) };
  }

  @Delete(':id')
  @Operation({
    summary: 'Remove an alert rule',
    description: 'Its events stay.',
    success: { status: 204 },
  })
  async delete(@Known() { id }: AlertRule): Promise<void> {
    await this.alerts.delete(id);
  }
}
