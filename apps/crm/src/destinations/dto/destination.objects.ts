import { ApiProperty } from '@nestjs/swagger';
import { GraphqlObject } from '#libs/core/graphql';
import type { DeliveryStatus } from '#libs/messaging/webhooks';
import type { ListedDelivery } from '../destination-delivery.repository.js';
import type { Destination } from '../destination.entity.js';

const time = { type: String, format: 'date-time', nullable: true } as const;

/** Fields that both kinds of destination show. */
export class DestinationState {
  @ApiProperty({ format: 'uuid' })
  id: string;

  @ApiProperty({ example: 'CRM de vendas' })
  nome: string;

  @ApiProperty({ description: 'Se há um segredo. Ele mesmo nunca é mostrado.' })
  tem_segredo: boolean;

  @ApiProperty()
  ativo: boolean;

  @ApiProperty({ ...time, description: 'Desde quando nenhuma entrega dá certo; null se a última deu.' })
  falhando_desde: string | null;

  @ApiProperty({ ...time, description: 'Quando foi desativado porque falhou por dias.' })
  desativado_em: string | null;

  @ApiProperty({ format: 'date-time' })
  criado_em: string;

  @ApiProperty({ format: 'date-time' })
  atualizado_em: string;
}

export const stateOf = (destination: Destination): DestinationState => ({
  id: destination.id,
  nome: destination.name,
  tem_segredo: destination.secret !== null,
  ativo: destination.active,
  falhando_desde: destination.failingSince?.toISOString() ?? null,
  desativado_em: destination.disabledAt?.toISOString() ?? null,
  criado_em: destination.createdAt.toISOString(),
  atualizado_em: destination.updatedAt.toISOString(),
});

@GraphqlObject('Destination', 'A URL that captured leads are delivered to.')
export class DestinationObject extends DestinationState {
  @ApiProperty({ example: 'https://example.com/leads' })
  url: string;

  static of(destination: Destination): DestinationObject {
    return { ...stateOf(destination), url: destination.url! };
  }
}

export class DestinationsResponse {
  @ApiProperty({ type: [DestinationObject] })
  destinos: DestinationObject[];

  static of(destinations: readonly Destination[]): DestinationsResponse {
    return { destinos: destinations.map((destination) => DestinationObject.of(destination)) };
  }
}

const STATES: Record<DeliveryStatus, string> = { pending: 'pendente', delivered: 'entregue', failed: 'falhou' };

export const toWireDeliveryState = (status: DeliveryStatus): string => STATES[status];

@GraphqlObject('DestinationDelivery', 'An event for one destination, without what is sent.')
export class DeliveryObject {
  @ApiProperty({ format: 'uuid' })
  id: string;

  @ApiProperty({ example: 'crm.lead.captured' })
  evento: string;

  @ApiProperty({ example: 'evt_0c7b3f19ad62e04f', description: 'O mesmo em todas as tentativas.' })
  evento_id: string;

  @ApiProperty({ description: 'Se foi enfileirada por testar.' })
  teste: boolean;

  @ApiProperty({ enum: Object.values(STATES) })
  estado: string;

  @ApiProperty({ type: 'integer', nullable: true, description: 'O código HTTP da última resposta.' })
  codigo: number | null;

  @ApiProperty({ type: 'integer' })
  tentativas: number;

  @ApiProperty({ type: String, nullable: true, description: 'O que deu errado, ou o que ela espera.' })
  erro: string | null;

  @ApiProperty({ type: String, nullable: true, description: 'O que o provedor respondeu; null para um destino.' })
  resposta: string | null;

  @ApiProperty({ format: 'date-time' })
  criado_em: string;

  @ApiProperty(time)
  ultima_tentativa_em: string | null;

  @ApiProperty({ ...time, description: 'null quando não há mais tentativa.' })
  proxima_tentativa_em: string | null;

  static of(delivery: ListedDelivery): DeliveryObject {
    return {
      id: delivery.id,
      evento: delivery.eventType,
      evento_id: delivery.eventId,
      teste: delivery.isTest,
      estado: toWireDeliveryState(delivery.status),
      codigo: delivery.responseStatus,
      tentativas: delivery.attempts,
      erro: delivery.error,
      resposta: delivery.responseSnippet,
      criado_em: delivery.createdAt.toISOString(),
      ultima_tentativa_em: delivery.lastAttemptAt?.toISOString() ?? null,
      proxima_tentativa_em: delivery.nextAttemptAt?.toISOString() ?? null,
    };
  }
}

export class DeliveriesResponse {
  @ApiProperty({ type: [DeliveryObject], description: 'As mais novas primeiro.' })
  entregas: DeliveryObject[];

  static of(deliveries: readonly ListedDelivery[]): DeliveriesResponse {
    return { entregas: deliveries.map((delivery) => DeliveryObject.of(delivery)) };
  }
}

@GraphqlObject('DestinationTest', 'A test delivery that was enqueued.')
export class TestedObject {
  @ApiProperty({ type: 'integer', example: 1 })
  enfileiradas: number;

  @ApiProperty({ description: 'Como a entrega de teste se distingue, e onde o resultado aparece.' })
  aviso: string;
}
