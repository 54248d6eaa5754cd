import type { OutboundFailure } from '#libs/core/outbound';
import type { WebhookTexts } from '#libs/messaging/webhooks';

const UNANSWERED: Record<OutboundFailure['kind'], string> = {
  'refused-address': 'O endereço é da rede interna, ou não é http ou https.',
  dns: 'O nome do servidor não foi encontrado.',
  connect: 'Não houve conexão com o servidor.',
  timeout: 'O servidor não respondeu a tempo.',
  tls: 'O certificado do servidor não é válido.',
  'too-large': 'A resposta é grande demais.',
  protocol: 'A resposta não é HTTP.',
};

/** Texts of deliveries in the language of the CRM. */
export const PORTUGUESE: WebhookTexts = {
  removed: 'O destino foi apagado.',
  disabled: 'O destino está inativo.',
  unproven: (anHour) => `O destino ainda não respondeu com 2xx: até lá recebe ${anHour} entregas por hora.`,
  status: (status) => `A resposta foi ${status}.`,
  redirect: (status) => `A resposta foi ${status}; redirecionamentos não são seguidos.`,
  unanswered: ({ kind }) => UNANSWERED[kind],
};
