import type { Problem } from '#web/graphql/problems.ts';
import { defineWords } from './words.ts';

const useTexts = defineWords({
  en: {
    AlreadyExists: 'There is one like this already.',
    AuthorizationError: 'Your role does not allow this.',
    Conflict: 'The state has changed meanwhile. Look again and retry.',
    DomainNotVerified: 'The domain of the sender is not verified yet.',
    InvalidInput: 'Something here is not valid.',
    InvalidRecipient: 'A recipient is not valid.',
    NotFound: 'This does not exist, or no longer.',
    Offline: 'No connection to the server.',
    PermissionDenied: 'Your role does not allow this.',
    PlanLimitExceeded: 'The plan does not allow this.',
    QuotaExceeded: 'The quota of this period is used up.',
    ServiceUnavailable: 'This part does not answer at the moment.',
    SuppressedAddress: 'A recipient is suppressed: nothing is sent to this address.',
    TenantSuspended: 'This account is suspended, so nothing can be changed.',
    Throttling: 'Too many calls in a short time. Wait a moment.',
    other: 'Something went wrong on our side.',
    code: (code: string) => `Code: ${code}`,
    request: (id: string) => `Request: ${id}`,
  },
  'pt-BR': {
    AlreadyExists: 'Já existe um igual.',
    AuthorizationError: 'Seu papel não permite isto.',
    Conflict: 'O estado mudou nesse meio-tempo. Confira e tente de novo.',
    DomainNotVerified: 'O domínio do remetente ainda não foi verificado.',
    InvalidInput: 'Algo aqui não é válido.',
    InvalidRecipient: 'Um destinatário não é válido.',
    NotFound: 'Isto não existe, ou não existe mais.',
    Offline: 'Sem conexão com o servidor.',
    PermissionDenied: 'Seu papel não permite isto.',
    PlanLimitExceeded: 'O plano não permite isto.',
    QuotaExceeded: 'A cota deste período acabou.',
    ServiceUnavailable: 'Esta parte não responde no momento.',
    SuppressedAddress: 'Um destinatário está suprimido: nada é enviado a este endereço.',
    TenantSuspended: 'Esta conta está suspensa, por isso nada pode ser alterado.',
    Throttling: 'Chamadas demais em pouco tempo. Espere um momento.',
    other: 'Algo deu errado do nosso lado.',
    code: (code: string) => `Código: ${code}`,
    request: (id: string) => `Requisição: ${id}`,
  },
  es: {
    AlreadyExists: 'Ya existe uno igual.',
    AuthorizationError: 'Su rol no permite esto.',
    Conflict: 'El estado cambió mientras tanto. Revise y vuelva a intentarlo.',
    DomainNotVerified: 'El dominio del remitente todavía no está verificado.',
    InvalidInput: 'Algo aquí no es válido.',
    InvalidRecipient: 'Un destinatario no es válido.',
    NotFound: 'Esto no existe, o ya no existe.',
    Offline: 'Sin conexión con el servidor.',
    PermissionDenied: 'Su rol no permite esto.',
    PlanLimitExceeded: 'El plan no permite esto.',
    QuotaExceeded: 'La cuota de este período está agotada.',
    ServiceUnavailable: 'Esta parte no responde por el momento.',
    SuppressedAddress: 'Un destinatario está suprimido: no se envía nada a esta dirección.',
    TenantSuspended: 'Esta cuenta está suspendida, así que no se puede cambiar nada.',
    Throttling: 'Demasiadas llamadas en poco tiempo. Espere un momento.',
    other: 'Algo salió mal de nuestro lado.',
    code: (code: string) => `Código: ${code}`,
    request: (id: string) => `Solicitud: ${id}`,
  },
});

/** Other codes for what has a text already. */
const LIKE: Readonly<Record<string, string>> = {
  BadRequest: 'InvalidInput',
  BAD_USER_INPUT: 'InvalidInput',
  Forbidden: 'PermissionDenied',
  InvalidParameter: 'InvalidInput',
  InvalidParameterValue: 'InvalidInput',
  Unprocessable: 'InvalidInput',
  UnprocessableEntity: 'InvalidInput',
  ValidationError: 'InvalidInput',
};

/** Returns what tells a person about a problem, in their language; the server's own text is never shown. */
export function useProblemText(): { text(problem: Problem): string; reference(problem: Problem): string } {
  const words = useTexts();
  return {
    text: ({ code }) => {
      const known = words[(LIKE[code] ?? code) as keyof typeof words];
      return typeof known === 'string' ? known : words.other;
    },
    reference: ({ code, requestId }) =>
      [words.code(code), requestId && words.request(requestId)].filter(Boolean).join(' · '),
  };
}
