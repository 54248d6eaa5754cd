import { Injectable } from '@nestjs/common';
import { In } from 'typeorm';
import { currentTenantId } from '#libs/core/auth';
import { Database } from '#libs/core/persistence';
import { Template } from '../../templates/template.entity.js';

/** Finds the templates that clients of other services name otherwise than by our id. */
@Injectable()
export class TemplateNames {
  constructor(private readonly database: Database) {}

  /** Ids of templates of e-mail by their names, in one statement; a name that none has is absent. */
  async idsOf(names: Iterable<string>): Promise<ReadonlyMap<string, string>> {
    const wanted = [...new Set(names)];
    if (wanted.length === 0) return new Map();
    const tenantId = currentTenantId();
    const found = await this.database.tenant(tenantId, (tx) =>
      tx.find(Template, { select: { id: true, name: true }, where: { tenantId, channel: 'email', name: In(wanted) } }),
    );
    return new Map(found.map(({ id, name }) => [name, id]));
  }
}
