import { Problem, refusal } from '#libs/core/http';
import { sqlState, violatedUnique } from '#libs/core/persistence';
import { recordOf, type Claim } from './ownership-record.js';

export const MAX_DOMAINS = 100;

const FOREIGN_KEY_VIOLATION = '23503';

export type HostFault = 'malformed' | 'suffix' | 'ours';

const HOST_FAULTS: Record<HostFault, string> = {
  malformed:
    'host deve ser um nome de domínio com dois ou mais rótulos, como www.exemplo.com.br, e não um endereço IP.',
  suffix: 'host é um sufixo público; informe um domínio registrado abaixo dele.',
  ours: 'host pertence a este serviço.',
};

export function invalidHost(fault: HostFault): Problem {
  return refusal('ValidationError', { erro: HOST_FAULTS[fault], campo: 'host' });
}

export function tooManyDomains(): Problem {
  return new Problem('Conflict', { message: `Uma conta tem no máximo ${MAX_DOMAINS} domínios.` });
}

export function recordMissing(claim: Claim): Problem {
  const { name, value } = recordOf(claim);
  return new Problem('DomainNotVerified', {
    message: `O registro TXT ${name} com o valor ${value} não foi encontrado. A propagação pode levar algumas horas.`,
  });
}

export function dnsSilent(): Problem {
  return new Problem('ServiceUnavailable', {
    message: 'Os servidores DNS do domínio não responderam. Nada foi alterado; tente de novo.',
  });
}

/** @param freeAt when the holder may lose it, if its record stays away */
export function heldElsewhere(freeAt?: Date): Problem {
  const until = freeAt
    ? ` Se o registro TXT dela continuar ausente, o domínio será liberado em ${freeAt.toISOString()}.`
    : '';
  return new Problem('Conflict', { message: `Outra conta tem este domínio verificado.${until}` });
}

export function notVerified(): Problem {
  return new Problem('DomainNotVerified', { message: 'Só um domínio verificado pode ser o padrão.' });
}

/** A violated constraint as a Problem; other errors unchanged. */
export function conflictOf(error: unknown): unknown {
  if (violatedUnique(error) === 'site_domain__host__uq')
    return refusal('AlreadyExists', { erro: 'A conta já tem este domínio.', campo: 'host' });
  if (sqlState(error) === FOREIGN_KEY_VIOLATION)
    return new Problem('Conflict', {
      message: 'Há páginas publicadas neste domínio. Mova-as para outro antes de removê-lo.',
    });
  return error;
}
