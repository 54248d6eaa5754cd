/** Why a URL is refused when a user enters it; for callers that speak another language than the message. */
export type UrlRefusal = 'malformed' | 'too-long' | 'scheme' | 'credentials' | 'port' | 'internal-address';

const SENTENCES: Record<UrlRefusal, string> = {
  malformed: 'is not a valid URL',
  'too-long': 'is longer than 2048 characters',
  scheme: 'must begin with http:// or https://',
  credentials: 'must not contain a user name or password',
  port: 'uses a port that belongs to another protocol',
  'internal-address': 'resolves to an internal address',
};

/** The URL is none that we call. The message can be shown to whoever typed it; it never names an address. */
export class UrlRefused extends Error {
  override name = 'UrlRefused';

  constructor(readonly reason: UrlRefusal) {
    super(SENTENCES[reason]);
  }
}

/** A name has no address (`notFound`), or its name servers do not answer properly. */
export class NameUnresolved extends Error {
  override name = 'NameUnresolved';

  constructor(
    readonly notFound: boolean,
    options?: ErrorOptions,
  ) {
    super(notFound ? 'The host name has no address' : 'The host name could not be looked up', options);
  }
}

/** TCP was established and TLS was not. */
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

/** `code` of a Node or undici error, '' when it has none. */
export function errorCode(error: unknown): string {
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  return typeof code === 'string' ? code : '';
}
