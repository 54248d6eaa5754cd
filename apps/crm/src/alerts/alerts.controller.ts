import { Body, Controller, Delete, Get, Param, Post, Put, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { currentTenantId, Session } from '#libs/core/auth';
import { Created, knownBy, Operation } from '#libs/core/http';
import { SecretBox } from '#libs/core/secrets';
import { filteredCursors } from '../filtered-cursors.js';
import { EVENTS_KEPT_DAYS } from './alert-retention.js';
import { MAX_ALERTS } from './alert-rule.js';
import { type AlertWithValue, AlertsService } from './alerts.service.js';
import { AlertEventPage, ListAlertEventsQuery } from './dto/alert-event.object.js';
import { AlertObject, AlertsResponse } from './dto/alert.object.js';
import { AlertRequest, toAlertValues } from './dto/alert.request.js';

const Known = knownBy(AlertsService, (alerts, { id = '' }) => alerts.find(currentTenantId(), id));

@ApiTags('Alertas')
@Session()
@Controller('v1/alertas')
export class AlertsController {
  constructor(
    private readonly alerts: AlertsService,
    private readonly secrets: SecretBox,
  ) {}

  @Get()
  @Operation({
    summary: 'Listar os alertas',
    description: 'Todos os da conta, do mais antigo ao mais novo.',
    success: { status: 200, type: AlertsResponse },
  })
  async list(): Promise<AlertsResponse> {
    return AlertsResponse.of(await this.alerts.list(currentTenantId()));
  }

  @Post()
  @Created({
    summary: 'Criar um alerta',
    description:
      `Avaliado a cada minuto, com todos os membros da conta. No máximo ${MAX_ALERTS}. Dispara na primeira avaliação em que o valor ` +
      'alcança o limiar, e volta a `calmo` depois de duas em que não. Leads ruins, que são spam ou têm um e-mail ruim, não contam ' +
      'como leads em `sem_leads`. Uma conta que nunca teve leads espera desde a criação do alerta. 422 com `campo` para uma regra inválida.',
    type: AlertObject,
    location: ({ id }) => `/v1/alertas/${id}`,
    errors: [422],
  })
  async create(@Body() body: AlertRequest): Promise<AlertObject> {
    return AlertObject.of(await this.alerts.create(currentTenantId(), toAlertValues(body)));
  }

  @Get('eventos')
  @Operation({
    summary: 'Listar as mudanças de estado dos alertas',
    description: `Da mais nova à mais antiga; guardadas por ${EVENTS_KEPT_DAYS} dias, também as de alertas apagados.`,
    success: { status: 200, type: AlertEventPage },
  })
  async listEvents(@Query() query: ListAlertEventsQuery): Promise<AlertEventPage> {
    const tenantId = currentTenantId();
    const alertId = query.alerta_id;
    const cursors = filteredCursors(this.secrets, 'crm.alert-events', tenantId, { alertId });
    return AlertEventPage.read(query, cursors, (page) => this.alerts.listEventsPage(tenantId, alertId, page));
  }

  @Get(':id')
  @Operation({
    summary: 'Ler um alerta',
    description: 'A regra, o estado e o valor de agora.',
    success: { status: 200, type: AlertObject },
  })
  get(@Known() alert: AlertWithValue): AlertObject {
    return AlertObject.of(alert);
  }

  @Put(':id')
  @Known()
  @Operation({
    summary: 'Substituir um alerta',
    description:
      'Todos os campos. Quando algum muda, o estado volta a `calmo`, e a próxima avaliação olha a nova regra.',
    success: { status: 200, type: AlertObject },
    errors: [422],
  })
  async replace(@Param('id') id: string, @Body() body: AlertRequest): Promise<AlertObject> {
    return AlertObject.of(await this.alerts.replace(currentTenantId(), id, toAlertValues(body)));
  }

  @Delete(':id')
  @Known()
  @Operation({
    summary: 'Apagar um alerta',
    description: 'Os eventos dele ficam. Um alerta disparado volta antes a `calmo`, com um evento.',
    success: { status: 204 },
  })
  async delete(@Param('id') id: string): Promise<void> {
    await this.alerts.delete(currentTenantId(), id);
  }
}
