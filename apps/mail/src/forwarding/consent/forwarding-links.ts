import { Injectable } from '@nestjs/common';
import { isUuid } from '#libs/core/http';
import { isId, type TenantId } from '#libs/core/persistence';
import { SecretBox } from '#libs/core/secrets';
import { MailConfig } from '../../config.js';

const PURPOSE = 'forwarding confirmation';
const TOKEN_MAX = 1_000;

export const CONFIRMATION_PATH = '/forwarding/confirm';

/** Contents of the token in a link of a mail. */
export interface ForwardingLink {
  tenantId: TenantId;
  linkId: string;
}

/** The links with which addresses consent. Each is sealed for this purpose alone. */
@Injectable()
export class ForwardingLinks {
  constructor(
    private readonly config: MailConfig,
    private readonly secrets: SecretBox,
  ) {}

  url({ tenantId, linkId }: ForwardingLink): string {
    const token = this.secrets.sealCursor(PURPOSE, [tenantId, linkId]);
    return `${this.config.linksUrl}${CONFIRMATION_PATH}?${new URLSearchParams({ token })}`;
  }

  /** Null for a token that was altered or made for something else. */
  open(token: string): ForwardingLink | null {
    const read = token.length > TOKEN_MAX ? null : this.secrets.openCursor(PURPOSE, token);
    if (!Array.isArray(read)) return null;
    const [tenantId, linkId] = read as unknown[];
    if (!isTenantId(tenantId) || !isUuid(linkId)) return null;
    return { tenantId, linkId: linkId as string };
  }
}

const isTenantId = (id: unknown): id is TenantId => typeof id === 'string' && isId('acc', id);
