/** Patterns of English texts and their Portuguese forms; `$1` and `$2` are the groups of the pattern. */
type Translations = readonly (readonly [pattern: RegExp, portuguese: string])[];

/** Messages of rules on fields, without the name of the field before them. */
const REASONS: Translations = [
  [/^must be a string$/, 'deve ser um texto'],
  [/^must not be blank$/, 'não pode ficar em branco'],
  [/^must be shorter than or equal to (\d+) characters$/, 'pode ter no máximo $1 caracteres'],
  [/^must be longer than or equal to 1 characters$/, 'não pode ficar vazio'],
  [/^must be longer than or equal to (\d+) characters$/, 'deve ter pelo menos $1 caracteres'],
  [/^must be an integer number$/, 'deve ser um número inteiro'],
  [/^must be a number conforming to the specified constraints$/, 'deve ser um número'],
  [/^must not be greater than (\S+)$/, 'pode ser no máximo $1'],
  [/^must not be less than (\S+)$/, 'deve ser pelo menos $1'],
  [/^must be a boolean value$/, 'deve ser true ou false'],
  [
    /^must be a text, a number, a boolean, a list of them or null$/,
    'deve ser um texto, um número, true, false, uma lista deles ou null',
  ],
  [/^must be a whole number of nanoseconds$/, 'deve ser um número inteiro de nanossegundos'],
  [/^must be an array$/, 'deve ser uma lista'],
  [/^must contain no more than (\d+) elements$/, 'pode ter no máximo $1 elementos'],
  [/^must contain at least 1 elements$/, 'não pode ficar vazia'],
  [/^must contain at least (\d+) elements$/, 'deve ter pelo menos $1 elementos'],
  [/^must be (?:an object|either object or array)$/, 'deve ser um objeto'],
  [/^must be an object of at most (\d+) bytes$/, 'deve ser um objeto de no máximo $1 bytes'],
  [
    /^must be an object of at most (\d+) texts, with keys of 1 to \d+ and values of up to (\d+) characters$/,
    'deve ser um objeto de no máximo $1 textos, com até $2 caracteres cada',
  ],
  [/^must be one of the following values: (.+)$/, 'deve ser um destes valores: $1'],
  [/^must be an id of the form (\w+)_<16 hex digits>$/, 'deve ser um id da forma $1_<16 dígitos hexadecimais>'],
  [/^must be a UUID$/, 'deve ser um UUID'],
  [/^must be an e-mail address$/, 'deve ser um endereço de e-mail'],
  [/^must be a telephone number in E\.164.*$/, 'deve ser um telefone em E.164, como +5511987654321'],
  [/^must be a timestamp in RFC 3339.*$/, 'deve ser uma data com hora em RFC 3339, como 2026-08-28T12:00:00Z'],
  [/^must be a date, such as .*$/, 'deve ser uma data, como 2026-08-28, ou uma data com hora em RFC 3339'],
  [/^must be a country of ISO 3166-1, such as (\w+)$/, 'deve ser um país da ISO 3166-1, como $1'],
  [/^must be a language, such as (\S+) or (\S+)$/, 'deve ser um idioma, como $1 ou $2'],
  [/^must have letters, digits, _ and - alone$/, 'deve ter apenas letras, números, _ e -'],
  [/^must be base64$/, 'deve estar em base64'],
  [/^must be a time zone, such as (.+)$/, 'deve ser um fuso horário da IANA, como $1'],
  [/^must be a valid ISO 8601 date string$/, 'deve ser uma data em ISO 8601'],
  [/^must be a URL address$/, 'deve ser um URL'],
  [/^is a number beyond 2\^53, .*$/, 'é um número além de 2^53, que perderia dígitos'],
  [/^is not allowed as a key$/, 'não é permitido como nome de um campo'],
  [/^must not contain the NUL character$/, 'não pode conter o caractere NUL'],
  [/^must not contain half a surrogate pair$/, 'não pode conter metade de um par substituto'],
];

/** Whole messages that the libs set themselves. */
const MESSAGES: Translations = [
  [/^The session is missing, invalid or expired$/, 'Sessão ausente, inválida ou expirada.'],
  [/^A bearer token is required$/, 'Informe a credencial no cabeçalho Authorization.'],
  [
    /^The API key is missing, malformed, unknown, expired or revoked$/,
    'Chave de API ausente, malformada, desconhecida, expirada ou revogada.',
  ],
  [/^The request is not signed with Signature Version 4$/, 'A requisição não está assinada com Signature Version 4.'],
  [/^There are no session tokens$/, 'Não há tokens de sessão.'],
  [/^The time of the signature is not now$/, 'A hora da assinatura não é a de agora.'],
  [/^The access key id is unknown, or the key was revoked$/, 'Id da chave de acesso desconhecido, ou chave revogada.'],
  [
    /^The signature is not that of this request with the secret of the key$/,
    'A assinatura não é a desta requisição com o segredo da chave.',
  ],
  [/^The API key lacks the scope (.+)$/, 'Falta à chave de API o escopo $1.'],
  [/^An API key is not enough here$/, 'Uma chave de API não basta aqui: use uma sessão.'],
  [/^The service credential is missing or invalid$/, 'Credencial de serviço ausente ou inválida.'],
  [/^This needs the role (\w+) in the tenant$/, 'Esta operação pede o papel $1 na conta.'],
  [/^This is for platform operators$/, 'Esta operação é para operadores da plataforma.'],
  [
    /^This is for the user, not for an authorized app$/,
    'Esta operação é para o usuário, não para um aplicativo autorizado.',
  ],
  [/^Support sessions are not admitted here$/, 'Sessões de suporte não são aceitas aqui.'],
  [/^A support session does not enter here$/, 'Uma sessão de suporte não entra aqui.'],
  [/^A support session only reads$/, 'Uma sessão de suporte só lê.'],
  [/^Operators need two-factor authentication.*$/, 'Operadores precisam da autenticação em dois fatores.'],
  [
    /^A write with the session cookie must come from the dashboard$/,
    'Com o cookie de sessão, só o painel pode fazer alterações.',
  ],
  [/^The identity service does not answer$/, 'O serviço de identidade não responde. Tente mais tarde.'],
  [/^The request target is not valid\.$/, 'O endereço da requisição não é válido.'],
  [/^The URL is malformed\.$/, 'O URL da requisição é malformado.'],
  [/^The URL or the headers are too long\.$/, 'O URL ou os cabeçalhos são longos demais.'],
  [/^The request took too long to arrive\.$/, 'A requisição demorou demais para chegar.'],
  [/^The request is not valid HTTP\.$/, 'A requisição não é HTTP válido.'],
  [/^The body is not valid UTF-8\.$/, 'O corpo não é UTF-8 válido.'],
  [/^The body is nested more than (\d+) levels deep\.$/, 'O corpo tem mais de $1 níveis.'],
  [/^The body (?:has no Content-Type|is not JSON); send application\/json\.$/, 'Envie o corpo como application/json.'],
  [/^The charset of the body must be UTF-8\.$/, 'O charset do corpo deve ser UTF-8.'],
  [
    /^The Content-Encoding of the body must be gzip or identity\.$/,
    'O Content-Encoding do corpo deve ser gzip ou identity.',
  ],
  [/^The body is not valid gzip\.$/, 'O corpo não é gzip válido.'],
  [/^The body is larger than the limit of (\d+) bytes\.$/, 'O corpo é maior que o limite de $1 bytes.'],
  [
    /^A query has (\d+) root fields at most; this one has (\d+)\.$/,
    'Uma consulta tem no máximo $1 campos na raiz; esta tem $2.',
  ],
  [
    /^The query asks for more than (\d+) values: its fields, times the size of their page\.$/,
    'A consulta pede mais de $1 valores: seus campos, vezes o tamanho da página deles.',
  ],
  [/^A (?:file|field) is too large$/, 'Um arquivo ou campo é grande demais.'],
  [/^The request has too many (?:files|fields|parts)$/, 'A requisição tem arquivos ou campos demais.'],
  [/^The body (?:is not valid|must be) multipart\/form-data$/, 'O corpo deve ser multipart/form-data válido.'],
  [/^The upload was aborted$/, 'O envio foi interrompido.'],
];

const PORTUGUESE_REASON = /^(?:deve|não pode|pode) /;

/** Translates the message of a rule on a field, without the field's name; undefined if it has no Portuguese form. */
export function portugueseReason(message: string): string | undefined {
  const start = message.search(/(?<=^|\s)(?:must|is a number beyond|is not allowed|deve|não pode|pode) /);
  if (start < 0) return undefined;
  const reason = message.slice(start);
  return PORTUGUESE_REASON.test(reason) ? reason : translate(reason, REASONS);
}

/** A message of the libs in Portuguese; one of an app is in its own language already. */
export const portugueseMessage = (message: string): string => translate(message, MESSAGES) ?? message;

function translate(text: string, translations: Translations): string | undefined {
  for (const [pattern, portuguese] of translations) {
    const found = pattern.exec(text);
    if (found)
      return portuguese.replace(/\$([12])/g, (_, group) => (found[Number(group)] ?? '').replaceAll(' or ', ' ou '));
  }
  return undefined;
}
