import { code, defineCodes, type Defined } from '#libs/core/http';

/** The codes that Mail has beside the standard ones. */
export const MAIL_CODES = defineCodes({
  BuscaInvalida: code(400, 'The search is not valid.'),
  InsufficientScope: code(403, 'The credential lacks the scope for this.'),
  CaixaComVinculos: code(409, 'The mailbox is still in use.'),
  EnderecoEmUso: code(409, 'The address is in use.'),
  DominioRemovido: code(409, 'The domain was removed.'),
  CaixaRemetenteInexistente: code(422, 'The sender is not a mailbox of the account.'),
  AnexoInfectado: code(422, 'An attachment contains malware. Nothing was sent.'),
  origem_automatica: code(422, 'The mailbox was created automatically.'),
  origem_conta_iam: code(422, 'The mailbox belongs to a user account.'),
  CaixaAssinada: code(422, 'The mailbox has an active subscription.'),
  SendFailed: code(502, 'The message could not be delivered to the relay.'),
  AntivirusIndisponivel: code(503, 'The attachment could not be scanned. Try again later.'),
});

declare module '#libs/core/http' {
  interface AppCodes extends Defined<typeof MAIL_CODES> {}
}

declare module '#libs/core/auth' {
  interface Scopes {
    'email:send': 'write';
    'email:read': 'secret read';
    'mail:admin': 'write';
  }
  interface Products {
    mail: true;
  }
}
