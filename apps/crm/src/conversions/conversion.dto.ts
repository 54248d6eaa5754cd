import { ApiProperty } from '@nestjs/swagger';
import { GraphqlInput, GraphqlObject } from '#libs/core/graphql';
import { Flag, MayBeAbsent, MayBeNull, Nested, Text } from '#libs/core/http';
import type { Destination } from '../destinations/destination.entity.js';
import { DestinationState, stateOf } from '../destinations/dto/destination.objects.js';
import { NAME, SECRET } from '../destinations/dto/destination.requests.js';
import type { ConversionValues } from './conversions.service.js';
import { PROVIDERS } from './providers.js';

const PIXEL = { example: '1234567890123456', description: 'O id do pixel, ou conjunto de dados: só algarismos.' };
const TEST_CODE = {
  example: 'TEST12345',
  description: 'O código da página de eventos de teste da Meta, que só testar usa.',
};

@GraphqlInput('ConversionConfigInput')
export class ConversionConfig {
  @Text({ min: 1, max: 100, ...PIXEL })
  pixel_id: string;

  @MayBeAbsent()
  @Text({ min: 1, max: 100, ...TEST_CODE })
  test_event_code?: string;
}

@GraphqlInput('ConversionIntegrationInput')
export class ConversionRequest {
  @Text({ ...NAME, example: 'Meta da loja' })
  nome: string;

  @Text({ min: 1, max: 100, example: 'meta_capi', description: `O único provedor: ${PROVIDERS.join(', ')}.` })
  provedor: string;

  @Nested(() => ConversionConfig)
  config: ConversionConfig;

  @MayBeAbsent()
  @MayBeNull()
  @Text({
    ...SECRET,
    description:
      'O token de acesso do provedor; não é mostrado de novo. Ausente em PUT, o guardado fica; null o remove.',
  })
  segredo?: string | null;

  @MayBeAbsent()
  @Flag({ description: 'Uma integração inativa não recebe nada. Ausente: true em POST, e como está em PUT.' })
  ativo?: boolean;
}

export const toConversion = ({ nome, provedor, config, segredo, ativo }: ConversionRequest): ConversionValues => ({
  name: nome.trim(),
  provider: provedor,
  pixelId: config.pixel_id,
  testEventCode: config.test_event_code,
  secret: segredo,
  active: ativo,
});

@GraphqlObject('ConversionConfig')
export class ConversionConfigObject {
  @ApiProperty(PIXEL)
  pixel_id: string;

  @ApiProperty({ ...TEST_CODE, type: String, nullable: true })
  test_event_code: string | null;
}

@GraphqlObject('ConversionIntegration', 'A provider of advertising that is told of captured leads.')
export class ConversionObject extends DestinationState {
  @ApiProperty({ enum: PROVIDERS })
  provedor: string;

  @ApiProperty({ type: ConversionConfigObject })
  config: ConversionConfigObject;

  static of(integration: Destination): ConversionObject {
    const { pixel_id = '', test_event_code = null } = integration.config ?? {};
    return { ...stateOf(integration), provedor: integration.provider!, config: { pixel_id, test_event_code } };
  }
}

export class ConversionsResponse {
  @ApiProperty({ type: [ConversionObject] })
  integracoes: ConversionObject[];

  static of(integrations: readonly Destination[]): ConversionsResponse {
    return { integracoes: integrations.map((integration) => ConversionObject.of(integration)) };
  }
}

/** Tells where a test event is seen, and that it counts as no conversion. */
export const noticeOf = (hasTestCode: boolean): string =>
  hasTestCode
    ? 'O evento de teste aparece em eventos de teste da Meta, e o resultado em entregas.'
    : 'Sem test_event_code o evento vai com o nome TesteDeIntegracao, que não conta como lead. O resultado aparece em entregas.';
