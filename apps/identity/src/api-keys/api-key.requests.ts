import { ArrayMaxSize, IsArray } from 'class-validator';
import { USE_BATCH } from '#libs/core/auth';
import {
  isTimestamp,
  MayBeAbsent,
  MayBeNull,
  OneOf,
  PublicId,
  pageQuery,
  QueryPublicId,
  rule,
  Text,
  TextList,
  Timestamp,
} from '#libs/core/http';
import { isId, type Id } from '#libs/core/persistence';
import type { KeyEnvironment, KeyKind } from './api-key.entity.js';

export class CreateApiKeyRequest {
  @PublicId('usr')
  actorId: Id<'usr'>;

  @Text({ min: 1, max: 200 })
  name: string;

  @TextList({ max: 100, itemMax: 100 })
  scopes: string[];

  @MayBeAbsent()
  @OneOf(['secret', 'publishable'])
  kind?: KeyKind;

  @MayBeAbsent()
  @OneOf(['live', 'test'])
  environment?: KeyEnvironment;

  @MayBeAbsent()
  @MayBeNull()
  @Timestamp()
  expiresAt?: string | null;
}

export class ListApiKeysQuery extends pageQuery(200) {
  @QueryPublicId('usr', { required: true })
  actorId: Id<'usr'>;
}

export class RevokeApiKeyRequest {
  @PublicId('usr')
  actorId: Id<'usr'>;
}

export interface ReportedUse {
  keyId: Id<'key'>;
  at: string;
}

function isUse(value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return false;
  const { keyId, at } = value as Partial<ReportedUse>;
  return isId('key', keyId) && isTimestamp(at);
}

export class KeyUseRequest {
  @IsArray()
  @ArrayMaxSize(USE_BATCH)
  @rule('isUse', isUse, 'must be {keyId, at}', true)
  uses: ReportedUse[];
}
