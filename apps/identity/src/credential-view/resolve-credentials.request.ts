import { ArrayMaxSize, IsArray } from 'class-validator';
import type { ViewKind } from '#libs/core/auth';
import { rule } from '#libs/core/http';

const KINDS: readonly unknown[] = ['key', 'keyHash', 'tenant', 'session', 'user'] satisfies ViewKind[];
const NAME = /^\w{1,100}$/;

function isEntryName(value: unknown): boolean {
  if (!Array.isArray(value) || value.length !== 2) return false;
  const [kind, name] = value as unknown[];
  return KINDS.includes(kind) && typeof name === 'string' && NAME.test(name);
}

export class ResolveCredentialsRequest {
  @IsArray()
  @ArrayMaxSize(50)
  @rule('isEntryName', isEntryName, 'must be a pair of a kind and a name', true)
  names: [ViewKind, string][];
}
