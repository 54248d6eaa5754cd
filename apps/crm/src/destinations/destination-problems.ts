import { type Problem, refusal } from '#libs/core/http';
import type { UrlRejection } from '#libs/core/outbound';

/** Limit for each kind: webhooks, and integrations with providers. */
export const MAX_DESTINATIONS = 50;

export function tooManyDestinations(): Problem {
  return refusal('Unprocessable', { erro: `Uma conta tem no máximo ${MAX_DESTINATIONS} destinos de cada tipo.` });
}

const URL_FAULTS: Record<UrlRejection, string> = {
  malformed: 'A URL não é válida.',
  'too-long': 'A URL tem mais de 2048 caracteres.',
  scheme: 'A URL precisa começar com http:// ou https://.',
  credentials: 'A URL não pode ter usuário nem senha.',
  port: 'A porta da URL é de outro protocolo.',
  'internal-address': 'A URL leva à rede interna.',
};

export function invalidUrl(reason: UrlRejection): Problem {
  return refusal('Unprocessable', { erro: URL_FAULTS[reason], campo: 'url' });
}

export function invalidSecret(): Problem {
  return refusal('Unprocessable', {
    erro: 'Um segredo com o prefixo whsec_ tem depois dele o base64 de 24 a 64 bytes.',
    campo: 'segredo',
  });
}
