/** The used fields of a Google service account's JSON. */
export interface ServiceAccount {
  projectId: string;
  clientEmail: string;
  /** PKCS #8, PEM. */
  privateKey: string;
  tokenUri: string;
}

const TOKEN_URI = 'https://oauth2.googleapis.com/token';

/** Parses a service account's JSON. @throws TypeError naming the field, without quoting the text, which holds a key */
export function parseServiceAccount(json: string): ServiceAccount {
  const fields = parse(json);
  const text = (name: string): string => {
    const value = fields[name];
    if (typeof value !== 'string' || value === '') throw new TypeError(`The service account lacks ${name}`);
    return value;
  };
  return {
    projectId: text('project_id'),
    clientEmail: text('client_email'),
    privateKey: text('private_key'),
    tokenUri: 'token_uri' in fields ? text('token_uri') : TOKEN_URI,
  };
}

function parse(json: string): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(json);
    if (typeof value === 'object' && value !== null) return value as Record<string, unknown>;
  } catch {
    // The error would quote the text.
  }
  throw new TypeError('The service account is not a JSON object');
}
