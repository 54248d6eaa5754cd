import { Problem, type ProblemDetail } from '#libs/http';
import type { CreateApiKeyRequest } from './dto/api-key.requests.js';
import type { ApiKeyResponse } from './dto/api-key.responses.js';

/** A key as identity tells of it. */
export interface ApiKey {
  id: string;
  name: string;
  kind: string;
  prefix: string;
  scopes: string[];
  environment: string;
  createdAt: string;
  expiresAt: string | null;
  lastUsedAt: string | null;
  revokedAt: string | null;
}

/** What identity is asked for. @throws Problem ValidationError when a field is missing in both spellings */
export function toNewApiKey(body: CreateApiKeyRequest) {
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

export function toApiKeyResponse(key: ApiKey): ApiKeyResponse {
  return {
    Id: key.id,
    Name: key.name,
    Type: key.kind,
    Prefix: key.prefix,
    Scopes: key.scopes,
    Environment: key.environment,
    CreatedAt: key.createdAt,
    ExpiresAt: key.expiresAt,
    LastUsedAt: key.lastUsedAt,
    RevokedAt: key.revokedAt,
  };
}

function missing(fields: string[]): Problem {
  const details: ProblemDetail[] = fields.map((Field) => ({ Field, Message: `${Field} is required` }));
  return new Problem('ValidationError', { message: details[0]?.Message, details });
}
