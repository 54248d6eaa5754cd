/** Why a URL is rejected, for callers with messages of their own. */
export type UrlRejection = 'malformed' | 'too-long' | 'scheme' | 'credentials' | 'port' | 'internal-address';

const SENTENCES: Record<UrlRejection, string> = {
  malformed: 'is not a valid URL',
  'too-long': 'is longer than 2048 characters',
  scheme: 'must begin with http:// or https://',
  credentials: 'must not contain a user name or password',
  port: 'uses a port that belongs to another protocol',
  'internal-address': 'resolves to an internal address',
};

/** The URL must not be called. The message may be shown to the user; it contains no address. */
export class UrlRejected extends Error {
  override name = 'UrlRejected';

  constructor(readonly reason: UrlRejection) {
    super(SENTENCES[reason]);
  }
}

/** The name has no address (`notFound`), or its name servers fail. */
export class NameUnresolved extends Error {
  override name = 'NameUnresolved';

  constructor(
    readonly notFound: boolean,
    options?: ErrorOptions,
  ) {
    super(notFound ? 'The host name has no address' : 'The host name could not be looked up', options);
  }
}

/** The TLS handshake failed. */
export class TlsFailed extends Error {
  override name = 'TlsFailed';

  constructor(cause: Error) {
    super(describeTls(cause), { cause });
  }
}

const CERTIFICATE_FAULTS: Record<string, string> = {
  CERT_HAS_EXPIRED: 'has expired',
  CERT_NOT_YET_VALID: 'is not valid yet',
  CERT_REVOKED: 'was revoked',
  DEPTH_ZERO_SELF_SIGNED_CERT: 'is self-signed',
  SELF_SIGNED_CERT_IN_CHAIN: 'is signed by an authority that is not trusted',
  UNABLE_TO_GET_ISSUER_CERT: 'is signed by an authority that is not trusted',
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: 'is signed by an authority that is not trusted',
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: 'is signed by an authority that is not trusted, or came without the ones between',
  ERR_TLS_CERT_ALTNAME_INVALID: 'is for another host name',
};

function describeTls(cause: Error): string {
  const fault = CERTIFICATE_FAULTS[errorCode(cause)];
  return fault ? `The certificate ${fault}` : 'TLS could not be agreed on';
}

/** `code` of a Node or undici error; '' if it has none. */
export function errorCode(error: unknown): string {
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  return typeof code === 'string' ? code : '';
}
