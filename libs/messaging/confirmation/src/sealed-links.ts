import { isId, type TenantId } from '#libs/core/persistence';
import type { SecretBox } from '#libs/core/secrets';

const TOKEN_MAX = 1_000;

/** Content of a link. The user checks the names. */
export interface OpenedLink {
  tenantId: TenantId;
  names: readonly unknown[];
}

/** Tokens of links that confirm something of a tenant. Each is sealed for one purpose alone. */
export class SealedLinks {
  constructor(
    private readonly secrets: SecretBox,
    private readonly purpose: string,
  ) {}

  seal(tenantId: TenantId, names: readonly (string | number)[]): string {
    return this.secrets.sealCursor(this.purpose, [tenantId, ...names]);
  }

  /** Null for a token that was altered or made for something else. */
  open(token: string): OpenedLink | null {
    const read = token.length > TOKEN_MAX ? null : this.secrets.openCursor(this.purpose, token);
    if (!Array.isArray(read)) return null;
    const [tenantId, ...names] = read as unknown[];
    return isTenantId(tenantId) ? { tenantId, names } : null;
  }
}

const isTenantId = (id: unknown): id is TenantId => typeof id === 'string' && isId('acc', id);
