import { type TenantId, isId } from '#libs/core/persistence';
import { SecretBox } from '#libs/core/secrets';

const PURPOSE = 'lead confirmation';
const TOKEN_MAX = 1_000;

/** Content of a link in a mail. */
export interface ConfirmationLink {
  tenantId: TenantId;
  leadId: string;
  expiresAt: Date;
}

/** Links that confirm a lead. Each is sealed for this purpose alone, and names one lead. */
export class ConfirmationLinks {
  /** @param base address of the runtime, without a slash at its end */
  constructor(
    private readonly secrets: SecretBox,
    private readonly base: string,
  ) {}

  url({ tenantId, leadId, expiresAt }: ConfirmationLink): string {
    const token = this.secrets.sealCursor(PURPOSE, [tenantId, leadId, expiresAt.getTime()]);
    return `${this.base}/f/confirmar?${new URLSearchParams({ token })}`;
  }

  /** Null for a token that was altered or made for something else; one that expired is read. */
  open(token: string): ConfirmationLink | null {
    const read = token.length > TOKEN_MAX ? null : this.secrets.openCursor(PURPOSE, token);
    if (!Array.isArray(read)) return null;
    const [tenantId, leadId, expires] = read as unknown[];
    if (!isTenantId(tenantId) || typeof leadId !== 'string' || typeof expires !== 'number') return null;
    return { tenantId, leadId, expiresAt: new Date(expires) };
  }
}

const isTenantId = (id: unknown): id is TenantId => typeof id === 'string' && isId('acc', id);
