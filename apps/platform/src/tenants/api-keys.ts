import { Problem, type ProblemDetail } from '#libs/core/http';
import type { CreateApiKeyRequest } from './dto/api-key.requests.js';

/** A key as identity describes it. */
export interface ApiKey {
  id: string;
  name: string;
  kind: string;
  prefix: string;
  /** Absent if the running identity is of before. */
  hint?: string | null;
  scopes: string[];
  environment: string;
  createdAt: string;
  expiresAt: string | null;
  lastUsedAt: string | null;
  revokedAt: string | null;
}

/** A new key with its secrets. */
export interface CreatedApiKey {
  apiKey: ApiKey;
  secret: string;
  /** Signs requests of clients of Amazon SES. */
  signingSecret: string;
}

/** Values of a new key. */
export interface NewApiKey {
  name: string;
  scopes: string[];
  kind?: string;
  environment?: string;
  expiresAt?: string | null;
}

/** @throws Problem ValidationError if a field is missing in both spellings */
export function toNewApiKey(body: CreateApiKeyRequest): NewApiKey {
  const name = body.Name ?? body.name;
  const scopes = body.Scopes ?? body.scopes;
  if (name === undefined || scopes === undefined) {
    throw missing([...(name === undefined ? ['Name'] : []), ...(scopes === undefined ? ['Scopes'] : [])]);
  }
  return {
    name: name.trim(),
    scopes,
    kind: body.Type ?? body.type,
    environment: body.Environment ?? body.environment,
    expiresAt: body.ExpiresAt ?? body.expires_at,
  };
}

function missing(fields: string[]): Problem {
  const details: ProblemDetail[] = fields.map((Field) => ({ Field, Message: `${Field} is required` }));
  return new Problem('ValidationError', { message: details[0]?.Message, details });
}
