import { Body, Controller, Delete, Get, Param, Post, Put, Query, Res } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { Response } from 'express';
import { Operator } from '#libs/auth';
import { knownBy, Operation } from '#libs/http';
import { toAlertView, toCondition, toEventPage } from './alert.mapper.js';
import { AlertsService } from './alerts.service.js';
import { AlertRequest, ListAlertEventsQuery } from './dto/alert.requests.js';
import { AlertEventPageResponse, AlertResponse, AlertsResponse } from './dto/alert.responses.js';

const Known = knownBy(AlertsService, (alerts, { id = '' }) => alerts.exists(id));

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
    return { Alerts: (await this.alerts.list()).map(toAlertView) };
  }

  @Post()
  @Operation({
    summary: 'Make an alert rule',
    description: 'It is looked at every half minute. When it begins to hold and when it ceases, that is an event.',
    success: { status: 201, type: AlertResponse },
    errors: [409],
  })
  async create(@Body() body: AlertRequest, @Res({ passthrough: true }) response: Response): Promise<AlertResponse> {
    const rule = await this.alerts.create(toCondition(body));
    response.setHeader('Location', `/api/admin/platform-alerts/${rule.id}`);
    return { Alert: toAlertView(rule) };
  }

  @Get('events')
  @Operation({
    summary: 'List when rules began to fire and recovered, last first',
    description: 'NextCursor of a page, passed as cursor, begins the next page; 0 means the end.',
    success: { status: 200, type: AlertEventPageResponse },
  })
  async events(@Query() { rule, cursor, limit }: ListAlertEventsQuery): Promise<AlertEventPageResponse> {
    return toEventPage(await this.alerts.events(rule, cursor, limit));
  }

  @Get(':id')
  @Known()
  @Operation({
    summary: 'Read an alert rule',
    description: 'State and Value are those of the last evaluation.',
    success: { status: 200, type: AlertResponse },
  })
  async read(@Param('id') id: string): Promise<AlertResponse> {
    return { Alert: toAlertView(await this.alerts.read(id)) };
  }

  @Put(':id')
  @Known()
  @Operation({
    summary: 'Replace an alert rule',
    description: 'It begins anew: one that fires has recovered by that, and may fire again at the next look.',
    success: { status: 200, type: AlertResponse },
  })
  async replace(@Param('id') id: string, @Body() body: AlertRequest): Promise<AlertResponse> {
    return { Alert: toAlertView(await this.alerts.replace(id, toCondition(body))) };
  }

  @Delete(':id')
  @Known()
  @Operation({
    summary: 'Remove an alert rule',
    description: 'Its events stay.',
    success: { status: 204 },
  })
  async remove(@Param('id') id: string): Promise<void> {
    await this.alerts.remove(id);
  }
}
