import { Injectable } from '@nestjs/common';
import { v7 } from 'uuid';
import { toWireStage } from '../../contacts/dto/wire-values.js';
import { DestinationDeliveries } from '../../destinations/destination-deliveries.js';
import type { WebhookAction } from '../definition/journey-step.js';
import { type Acting, type ActingScope, isLeftOut } from './acting.js';

const EVENT = 'crm.journey.step';

/** Tells destinations that a contact has come to a step. */
@Injectable()
export class WebhookCalls {
  constructor(private readonly deliveries: DestinationDeliveries) {}

  async enqueue(scope: ActingScope, acting: readonly Acting<WebhookAction>[]): Promise<void> {
    for (const one of acting) await this.enqueueOne(scope, one);
  }

  private async enqueueOne(scope: ActingScope, acting: Acting<WebhookAction>): Promise<void> {
    const { change, contact, action } = acting;
    if (isLeftOut(acting, scope)) return change.finishStep('left-out');
    const messageId = v7();
    const data = {
      jornada_id: change.after.journeyId,
      jornada: change.facts.journey.name,
      versao: change.after.version,
      passo: change.after.step,
      contato_id: contact.id,
      estagio: toWireStage(contact.stage),
      ocorrido_em: scope.now.toISOString(),
    };
    const event = { type: EVENT, eventId: messageId, data, contactId: contact.id };
    const isKnown = await this.deliveries.enqueue(scope.tx, scope.tenantId, action.destinationId, event);
    if (isKnown) change.finishStep('requested', { messageId });
    else change.finishStep('failed', { detail: { reason: 'destination-unknown' } });
  }
}
