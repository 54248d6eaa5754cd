import type { WebhookValues } from '../webhook-destinations.service.js';
import type { TestedObject } from './destination.objects.js';
import type { DestinationRequest } from './destination.requests.js';

export const toWebhookValues = ({ nome, url, segredo, ativo }: DestinationRequest): WebhookValues => ({
  name: nome.trim(),
  url,
  secret: segredo,
  active: ativo,
});

export const toTested = (aviso: string): TestedObject => ({ enfileiradas: 1, aviso });
