import { Body, Controller, Delete, Get, Post, Put, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { currentTenantId, Session } from '#libs/core/auth';
import { Created, knownBy, Operation } from '#libs/core/http';
import { MAX_DESTINATIONS } from '../destinations/destination-problems.js';
import { DELIVERY_DAYS } from '../destinations/destination-retention.js';
import type { Destination } from '../destinations/destination.entity.js';
import { DestinationsService } from '../destinations/destinations.service.js';
import { toTested } from '../destinations/dto/destination.mappers.js';
import { DeliveriesResponse, TestedObject } from '../destinations/dto/destination.objects.js';
import { ListDeliveriesQuery } from '../destinations/dto/destination.requests.js';
import { ConversionObject, ConversionRequest, ConversionsResponse, noticeOf, toConversion } from './conversion.dto.js';
import { ConversionsService } from './conversions.service.js';

const Known = knownBy(DestinationsService, (destinations, { id = '' }) =>
  destinations.find(currentTenantId(), 'provider', id),
);

@ApiTags('Integrações de conversão')
@Session()
@Controller('v1/integracoes-de-conversao')
export class ConversionsController {
  constructor(
    private readonly conversions: ConversionsService,
    private readonly destinations: DestinationsService,
  ) {}

  @Get()
  @Operation({
    summary: 'Listar as integrações de conversão',
    description: 'Todas as da conta, da mais antiga à mais nova, sem os segredos.',
    success: { status: 200, type: ConversionsResponse },
  })
  async list(): Promise<ConversionsResponse> {
    return ConversionsResponse.of(await this.destinations.list(currentTenantId(), 'provider'));
  }

  @Post()
  @Session({ role: 'admin' })
  @Created({
    summary: 'Criar uma integração de conversão',
    description:
      'Só para administradores. Cada lead capturado vai ao provedor como uma conversão, com os dados da pessoa em SHA-256, se ela consentiu ou o ' +
      `formulário nada pediu. No máximo ${MAX_DESTINATIONS} por conta. 422 para outro provedor e para um pixel que não é número.`,
    type: ConversionObject,
    location: ({ id }) => `/v1/integracoes-de-conversao/${id}`,
    errors: [422],
  })
  async create(@Body() body: ConversionRequest): Promise<ConversionObject> {
    return ConversionObject.of(await this.conversions.create(currentTenantId(), toConversion(body)));
  }

  @Get(':id')
  @Operation({
    summary: 'Ler uma integração de conversão',
    description: 'Sem o segredo: tem_segredo diz se há um.',
    success: { status: 200, type: ConversionObject },
  })
  get(@Known() integration: Destination): ConversionObject {
    return ConversionObject.of(integration);
  }

  @Put(':id')
  @Session({ role: 'admin' })
  @Operation({
    summary: 'Substituir uma integração de conversão',
    description:
      'Só para administradores. Sem segredo no corpo, o guardado fica; null o remove. O que espera vai para o novo pixel.',
    success: { status: 200, type: ConversionObject },
    errors: [422],
  })
  async replace(@Known() integration: Destination, @Body() body: ConversionRequest): Promise<ConversionObject> {
    return ConversionObject.of(await this.conversions.replace(integration, toConversion(body)));
  }

  @Delete(':id')
  @Session({ role: 'admin' })
  @Operation({
    summary: 'Apagar uma integração de conversão',
    description: 'Só para administradores. Com suas entregas: o que espera não é mais enviado.',
    success: { status: 204 },
  })
  async delete(@Known() integration: Destination): Promise<void> {
    await this.destinations.delete(integration);
  }

  @Get(':id/entregas')
  @Operation({
    summary: 'Listar as entregas de uma integração',
    description:
      `As mais novas primeiro, dos últimos ${DELIVERY_DAYS} dias, com o que o provedor respondeu. Um lead sem consentimento ` +
      'aparece como falhou, sem tentativa.',
    success: { status: 200, type: DeliveriesResponse },
  })
  async deliveries(
    @Known() integration: Destination,
    @Query() { limite }: ListDeliveriesQuery,
  ): Promise<DeliveriesResponse> {
    return DeliveriesResponse.of(await this.destinations.listDeliveries(integration, limite));
  }

  @Post(':id/testar')
  @Session({ role: 'admin' })
  @Operation({
    summary: 'Testar uma integração de conversão',
    description:
      'Só para administradores. Enfileira um evento de exemplo, com test_event_code se a integração o tem; sem ele, com um nome que não conta como ' +
      'lead. 404 para uma integração inativa.',
    success: { status: 202, type: TestedObject },
  })
  async test(@Known() integration: Destination): Promise<TestedObject> {
    return toTested(noticeOf(await this.conversions.test(integration)));
  }
}
