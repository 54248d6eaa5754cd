import { Body, Controller, Delete, Get, Post, Put, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { currentTenantId, Session } from '#libs/core/auth';
import { Created, knownBy, Operation } from '#libs/core/http';
import { MAX_DESTINATIONS } from './destination-problems.js';
import { DELIVERY_DAYS } from './destination-retention.js';
import type { Destination } from './destination.entity.js';
import { DestinationsService } from './destinations.service.js';
import { toTested, toWebhookValues } from './dto/destination.mappers.js';
import {
  DeliveriesResponse,
  DestinationObject,
  DestinationsResponse,
  TestedObject,
} from './dto/destination.objects.js';
import { DestinationRequest, ListDeliveriesQuery } from './dto/destination.requests.js';
import { WebhookDestinationsService } from './webhook-destinations.service.js';

const Known = knownBy(DestinationsService, (destinations, { id = '' }) =>
  destinations.find(currentTenantId(), 'webhook', id),
);

@ApiTags('Destinos')
@Session()
@Controller('v1/destinos')
export class DestinationsController {
  constructor(
    private readonly destinations: DestinationsService,
    private readonly webhooks: WebhookDestinationsService,
  ) {}

  @Get()
  @Operation({
    summary: 'Listar os destinos',
    description: 'Todos os da conta, do mais antigo ao mais novo, sem os segredos.',
    success: { status: 200, type: DestinationsResponse },
  })
  async list(): Promise<DestinationsResponse> {
    return DestinationsResponse.of(await this.destinations.list(currentTenantId(), 'webhook'));
  }

  @Post()
  @Session({ role: 'admin' })
  @Created({
    summary: 'Criar um destino',
    description:
      `Só para administradores. Uma URL que recebe cada lead capturado, como crm.lead.captured. No máximo ${MAX_DESTINATIONS} por conta. 422 para uma ` +
      'URL que não é http nem https ou que leva à rede interna, e para um segredo com o prefixo whsec_ sem base64 depois dele.',
    type: DestinationObject,
    location: ({ id }) => `/v1/destinos/${id}`,
    errors: [422],
  })
  async create(@Body() body: DestinationRequest): Promise<DestinationObject> {
    return DestinationObject.of(await this.webhooks.create(currentTenantId(), toWebhookValues(body)));
  }

  @Get(':id')
  @Operation({
    summary: 'Ler um destino',
    description: 'Sem o segredo: tem_segredo diz se há um.',
    success: { status: 200, type: DestinationObject },
  })
  get(@Known() destination: Destination): DestinationObject {
    return DestinationObject.of(destination);
  }

  @Put(':id')
  @Session({ role: 'admin' })
  @Operation({
    summary: 'Substituir um destino',
    description:
      'Só para administradores. Sem segredo no corpo, o guardado fica; null o remove. O que espera vai para a nova URL. Reativar um destino que foi ' +
      'desativado por falhas começa a contagem de novo.',
    success: { status: 200, type: DestinationObject },
    errors: [422],
  })
  async replace(@Known() destination: Destination, @Body() body: DestinationRequest): Promise<DestinationObject> {
    return DestinationObject.of(await this.webhooks.replace(destination, toWebhookValues(body)));
  }

  @Delete(':id')
  @Session({ role: 'admin' })
  @Operation({
    summary: 'Apagar um destino',
    description: 'Só para administradores. Com suas entregas: o que espera não é mais enviado.',
    success: { status: 204 },
  })
  async delete(@Known() destination: Destination): Promise<void> {
    await this.destinations.delete(destination);
  }

  @Get(':id/entregas')
  @Operation({
    summary: 'Listar as entregas a um destino',
    description: `As mais novas primeiro, dos últimos ${DELIVERY_DAYS} dias: estado, código, tentativas e a próxima, sem o que é enviado.`,
    success: { status: 200, type: DeliveriesResponse },
  })
  async deliveries(
    @Known() destination: Destination,
    @Query() { limite }: ListDeliveriesQuery,
  ): Promise<DeliveriesResponse> {
    return DeliveriesResponse.of(await this.destinations.listDeliveries(destination, limite));
  }

  @Post(':id/testar')
  @Session({ role: 'admin' })
  @Operation({
    summary: 'Testar um destino',
    description:
      'Só para administradores. Enfileira um lead de exemplo, com "teste": true, que é assinado, entregue e repetido como qualquer outro. 404 para um ' +
      'destino inativo.',
    success: { status: 202, type: TestedObject },
  })
  async test(@Known() destination: Destination): Promise<TestedObject> {
    await this.webhooks.test(destination);
    return toTested('A entrega de teste tem "teste": true e aparece em entregas.');
  }
}
