import { Problem, refusal } from '#libs/core/http';
import { violatedUnique } from '#libs/core/persistence';

export const MAX_REDIRECTS = 2_000;

export function tooManyRedirects(): Problem {
  return new Problem('Conflict', { message: `Uma conta tem no máximo ${MAX_REDIRECTS} redirecionamentos.` });
}

export function invalidPath(): Problem {
  return refusal('ValidationError', {
    erro: 'caminho deve começar com uma barra, sem parâmetros, e não pode ser um endereço reservado.',
    campo: 'caminho',
  });
}

export function invalidTarget(): Problem {
  return refusal('ValidationError', {
    erro: 'destino deve ser um endereço http ou https completo, ou um caminho do mesmo domínio.',
    campo: 'destino',
  });
}

export function unknownDomain(): Problem {
  return refusal('NotFound', { erro: 'Domínio não encontrado.', campo: 'dominio_id' });
}

export function unverifiedDomain(): Problem {
  return refusal('DomainNotVerified', {
    erro: 'dominio_nao_verificado',
    mensagem: 'O domínio ainda não foi verificado.',
    campo: 'dominio_id',
  });
}

export function pathInUse(mensagem: string): Problem {
  return refusal('Conflict', { erro: 'caminho_em_uso', mensagem, campo: 'caminho' });
}

export function leadsInCircles(): Problem {
  return refusal('Unprocessable', {
    erro: 'destino leva de volta ao caminho, ou passa por redirecionamentos ou links curtos demais.',
    campo: 'destino',
  });
}

export function onSharedHost(): Problem {
  return refusal('Unprocessable', {
    erro: 'O caminho de um redirecionamento do host compartilhado não pode ser alterado.',
    campo: 'caminho',
  });
}

/** A violated constraint as a Problem; other errors unchanged. */
export function conflictOf(error: unknown): unknown {
  if (violatedUnique(error) !== 'site_redirect__path__uq') return error;
  return pathInUse('Já existe um redirecionamento neste caminho.');
}
